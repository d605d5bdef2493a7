// The bodies of an arm, in groups that the frames of the generated script carry.

import {
    Color, Group, Mesh, MeshStandardMaterial, Quaternion, Vector3,
} from "three";

import { inStudio } from "./light.js";
import { together } from "./solids.js";

const LOOKS = {
    paint: { color: 0xf1eee6, roughness: 0.42, metalness: 0.0 },
    dark: { color: 0x2a2d33, roughness: 0.55, metalness: 0.25 },
    metal: { color: 0xb9bec6, roughness: 0.28, metalness: 0.9 },
    revolute: { color: 0x5f8fc0, roughness: 0.45, metalness: 0.05 },
    prismatic: { color: 0xe3a63a, roughness: 0.45, metalness: 0.05 },
    link: { color: 0xdfe3e8, roughness: 0.4, metalness: 0.0 },
    gripper: { color: 0xd9622b, roughness: 0.45, metalness: 0.05 },
    accent: { color: 0xd9622b, roughness: 0.5, metalness: 0.0 },
};
const UP = new Vector3(0, 0, 1);

// Solids in parcels that move as one: a frame, a stretch or a type of joint, and a material.
function parcels(bodies) {
    const found = new Map();
    for (const solid of bodies) {
        const key = JSON.stringify([solid.frame, solid.between ?? 0, solid.when ?? 0, solid.material]);
        if (!found.has(key)) found.set(key, []);
        found.get(key).push(solid);
    }
    return [...found.values()];
}

export class Figure {
    // parts: the parcels of another figure of this arm, to share its triangles.
    constructor(arm, parts = null) {
        this.arm = arm;
        this.group = new Group();
        this.parts = parts ?? parcels(arm.about.bodies).map((solids) => ({
            geometry: together(solids), about: solids[0] }));
        this.own = {};
        this.meshes = this.parts.map(({ geometry: shape, about }) => {
            const mesh = new Mesh(shape, this.material(about.material, about.frame));
            mesh.matrixAutoUpdate = false;
            mesh.castShadow = mesh.receiveShadow = true;
            mesh.userData = about;
            this.group.add(mesh);
            return mesh;
        });
        this.chosen = null;
    }

    // A material for each link, so that one of them can be lit.
    material(name, frame) {
        return this.own[`${name} ${frame}`] ??= inStudio(new MeshStandardMaterial(LOOKS[name]));
    }

    update(frames = this.arm.frames) {
        for (const mesh of this.meshes) {
            const { frame, between, when } = mesh.userData;
            mesh.visible = !when || this.arm.kinds?.[when[0]] === when[1];
            if (between) stretch(mesh, ...between.map((i) => place(frames, i)));
            else if (frame >= 0) mesh.matrix.set(...frames.subarray(12 * frame, 12 * frame + 12), 0, 0, 0, 1);
            mesh.matrixWorldNeedsUpdate = true;
        }
    }

    // Bodies that stand where the same bodies of another state do are seen once.
    spare(frames, own) {
        for (const mesh of this.meshes) {
            const first = 12 * mesh.userData.frame;
            mesh.visible &&= own.subarray(first, first + 12).some((x, k) => Math.abs(x - frames[first + k]) > 1e-6);
        }
    }

    // Light up the link that joint j moves; null: none.
    choose(joint) {
        this.chosen = joint;
        for (const [key, material] of Object.entries(this.own)) {
            const lit = joint !== null && this.arm.moves(Number(key.split(" ").at(-1)), joint);
            material.emissive = new Color(0x1d5fd0);
            material.emissiveIntensity = lit ? (key.startsWith("dark") ? 0.12 : 0.33) : 0;
        }
    }

    // The same bodies that move once more, pale.
    ghost(colour, opacity) {
        const other = new Figure(this.arm, this.parts.filter(({ about }) => about.frame > 0));
        const pale = inStudio(new MeshStandardMaterial({ color: colour, transparent: true, opacity,
            roughness: 0.8, metalness: 0 }), 0.4);
        for (const mesh of other.meshes) {
            mesh.material = pale;
            mesh.castShadow = mesh.receiveShadow = false;
        }
        return other;
    }
}

function place(frames, i) {
    return i < 0 ? new Vector3()
        : new Vector3(frames[12 * i + 3], frames[12 * i + 7], frames[12 * i + 11]);
}

function stretch(mesh, from, to) {
    const along = to.clone().sub(from), length = along.length();
    mesh.visible &&= length > 1e-4;
    mesh.matrix.compose(from, new Quaternion().setFromUnitVectors(UP, along.normalize()),
        new Vector3(1, 1, length || 1));
}
