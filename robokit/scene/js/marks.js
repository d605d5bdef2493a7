// What is drawn over the bodies: arrows, frames with their names, traces, ellipsoids, arcs.

import {
    BufferGeometry, CanvasTexture, Color, ConeGeometry, CylinderGeometry, DoubleSide, Float32BufferAttribute, Group,
    InstancedMesh, LatheGeometry, LineSegments, LineBasicMaterial, Matrix4, Mesh, MeshLambertMaterial,
    MeshStandardMaterial, Quaternion, SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace, TorusGeometry, Vector2,
    Vector3,
} from "three";

import { inStudio } from "./light.js";

export const COLOUR = {
    x: "#d3202f", y: "#1f8f3f", z: "#2a5fd6", orange: "#e08a00", sky: "#2b9fd8", purple: "#9b45a5",
    ink: "#222831", grey: "#8a8f98", bad: "#c62828", good: "#1b7f3b",
};
const UP = new Vector3(0, 0, 1);
const HEIGHT = 31, LOW = 25, NARROW = 480;              // of a letter with room around, pixels; in a narrow picture
const NAMED = 4, APART = 3;                             // shorter than so many widths: no name; pixels before a name
const ASIDE = [[0, 0], [0, 0.6], [0, -0.6], [0.6, 0], [-0.6, 0], [0, 1.1], [0, -1.1], [1.1, 0], [-1.1, 0],
    [1.1, 1.1], [-1.1, 1.1], [1.1, -1.1], [-1.1, -1.1]];
const SHAFT = new CylinderGeometry(1, 1, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const HEAD = new ConeGeometry(1, 1, 16).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const BALL = new SphereGeometry(1, 24, 16);

const isSeen = (object) => object.visible && (!object.parent || isSeen(object.parent));
const paint = (colour, more = {}) => new MeshLambertMaterial({ color: colour, ...more });

// How far the middle of a name stands from a tip, so that it begins where the arrow ends.
function before(from, to, half) {
    const way = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(...way);
    if (length < 1) return [0, half[1] + APART];
    const [u, v] = way.map((x) => x / length);
    const far = Math.min(half[0] / Math.max(Math.abs(u), 1e-6), half[1] / Math.max(Math.abs(v), 1e-6)) + APART;
    return [far * u, far * v];
}

export class Arrow extends Group {
    constructor(colour, thick, text = "", letters = null) {
        super();
        const material = paint(colour);
        this.shaft = new Mesh(SHAFT, material);
        this.head = new Mesh(HEAD, material);
        this.thick = thick;
        this.add(this.shaft, this.head);
        if (!text || !letters) return;
        this.add(this.label = letters.sprite(text, colour));
        this.label.userData.arrow = this;
    }
    // From a place along a vector; hidden where that is shorter than thick.
    point(from, vector) {
        const along = new Vector3(...vector), length = along.length();
        this.visible = length > this.thick;
        if (!this.visible) return;
        const head = Math.min(5.5 * this.thick, 0.45 * length);
        this.position.set(...from);
        const turn = new Quaternion().setFromUnitVectors(UP, along.divideScalar(length));
        for (const part of [this.shaft, this.head]) part.quaternion.copy(turn);
        this.shaft.scale.set(this.thick, this.thick, length - 0.9 * head);
        this.head.position.copy(along).multiplyScalar(length - head);
        this.head.scale.set(2.6 * this.thick, 2.6 * this.thick, head);
        if (!this.label) return;
        this.label.position.copy(along).multiplyScalar(length);
        this.label.visible = length > NAMED * this.thick;
    }
}

export class Triad extends Group {
    constructor(name, size, letters, pale = false) {
        super();
        this.arrows = ["x", "y", "z"].map((axis) => new Arrow(COLOUR[axis], size * (size > 0.2 ? 0.013 : 0.022),
            pale ? "" : `${axis}_${name}`, letters));
        this.size = size;
        this.add(...this.arrows);
        if (pale) for (const { shaft } of this.arrows)          // the head has the same material
            Object.assign(shaft.material, { transparent: true, opacity: 0.3 });
    }
    put(origin, axes) {
        this.position.set(...origin);
        this.arrows.forEach((arrow, k) =>
            arrow.point([0, 0, 0], axes.map((row) => row[k] * this.size)));
    }
}

// Names, drawn once each; the part after _ is set low. All are of one size on the screen.
export class Letters {
    constructor(stage) {
        this.stage = stage;
        this.sprites = new Set();
        this.kept = new Map();
        stage.before.push(() => this.scale());
    }
    sprite(text, colour) {
        const { texture, ratio } = this.written(text, colour);
        const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false,
            sizeAttenuation: false, toneMapped: false }));
        sprite.renderOrder = 10;
        sprite.userData = { text, colour, ratio };
        this.sprites.add(sprite);
        return sprite;
    }
    theme(dark) {
        this.dark = dark;
        this.kept.clear();
        for (const { material, userData } of this.sprites) {
            material.map = this.written(userData.text, userData.colour).texture;
            material.needsUpdate = true;
        }
    }
    // Of one size, before the tip of its arrow, and beside each other where one would cover another.
    scale() {
        const { stage } = this, size = stage.width < NARROW ? LOW : HEIGHT, height = size * stage.pixel, taken = [];
        const seen = (object) => {
            const place = object.getWorldPosition(new Vector3()).project(stage.camera);
            return [(place.x * stage.width) / 2, (place.y * stage.height) / 2];
        };
        stage.over.updateMatrixWorld();
        for (const sprite of this.sprites) {
            const { ratio, arrow } = sprite.userData;
            sprite.scale.set(height * ratio, height, 1);
            if (!isSeen(sprite)) continue;
            const [x, y] = seen(sprite), half = [0.42 * size * ratio, 0.3 * size];
            const [right, up] = arrow ? before(seen(arrow), [x, y], half) : [0, 0];
            const places = ASIDE.map(([a, b]) => [right + 2 * a * half[0], up + 2 * b * half[1]]);
            const free = ([dx, dy]) => taken.every((one) => Math.abs(one.x - x - dx) >= one.half[0] + half[0]
                || Math.abs(one.y - y - dy) >= one.half[1] + half[1]);
            const [dx, dy] = places.find(free) ?? places[0];
            sprite.center.set(0.5 - dx / (size * ratio), 0.5 - dy / size);
            taken.push({ x: x + dx, y: y + dy, half });
        }
        this.placed = taken;
    }
    written(text, colour) {
        const key = `${text} ${colour}`;
        if (!this.kept.has(key)) this.kept.set(key, this.write(text, colour));
        return this.kept.get(key);
    }
    write(text, colour) {
        const [main, low = ""] = text.split("_"), size = 80, ink = document.createElement("canvas").getContext("2d");
        const fonts = [`italic 600 ${0.62 * size}px Georgia, "Times New Roman", serif`,
            `600 ${0.42 * size}px Georgia, "Times New Roman", serif`];
        const wide = [main, low].map((part, k) => { ink.font = fonts[k]; return ink.measureText(part).width; });
        ink.canvas.width = Math.ceil(wide[0] + wide[1] + 0.3 * size);
        ink.canvas.height = size;
        ink.lineWidth = 7;
        ink.lineJoin = "round";
        ink.strokeStyle = this.dark ? "rgba(8,11,16,0.9)" : "rgba(255,255,255,0.92)";
        ink.fillStyle = this.dark ? `#${new Color(colour).lerp(new Color("#ffffff"), 0.42).getHexString()}` : colour;
        [[main, 0.12 * size, 0.64 * size], [low, 0.12 * size + wide[0] + 2, 0.80 * size]].forEach(([part, x, y], k) => {
            ink.font = fonts[k];
            ink.strokeText(part, x, y);
            ink.fillText(part, x, y);
        });
        const texture = new CanvasTexture(ink.canvas);
        texture.colorSpace = SRGBColorSpace;
        return { texture, ratio: ink.canvas.width / size };
    }
}

// Where a point has been: short rods, the last ones only.
export class Trace {
    constructor(colour, radius, most = 1500) {
        this.mesh = new InstancedMesh(SHAFT, paint(colour), most);
        this.mesh.frustumCulled = false;
        Object.assign(this, { radius, most });
        this.clear();
    }
    clear() {
        this.mesh.count = 0;
        this.next = 0;
        this.last = null;
    }
    add(place) {
        const here = new Vector3(...place), from = this.last ??= here, along = here.clone().sub(from);
        const length = along.length();
        if (length < 2 * this.radius) return;
        this.last = here;
        this.mesh.setMatrixAt(this.next, new Matrix4().compose(from, new Quaternion()
            .setFromUnitVectors(UP, along.divideScalar(length)), new Vector3(this.radius, this.radius, length + this.radius)));
        this.next = (this.next + 1) % this.most;
        this.mesh.count = Math.max(this.mesh.count, this.next);
        this.mesh.instanceMatrix.needsUpdate = true;
    }
}

export class Ellipsoid {
    constructor(colour) {
        this.mesh = new Mesh(BALL, paint(colour, { transparent: true, opacity: 0.32, depthWrite: false }));
        this.mesh.matrixAutoUpdate = false;
    }
    // axes: [{ value, axis }], the squares of the half axes; scale: metres for 1.
    put(place, axes, scale) {
        const [a, b, c] = axes.map(({ value, axis }) =>
            new Vector3(...axis).multiplyScalar(Math.max(Math.sqrt(Math.max(value, 0)) * scale, 0.002)));
        this.mesh.matrix.makeBasis(a, b, c).setPosition(...place);
        this.mesh.matrixWorldNeedsUpdate = true;
    }
}

// A drive: part of a ring about an axis, the longer the stronger, with a head that says the way.
export class Turn extends Group {
    constructor(colour, radius, text, letters) {
        super();
        this.radius = radius;
        this.material = paint(colour);
        this.ring = new Mesh(new BufferGeometry(), this.material);
        this.head = new Mesh(HEAD, this.material);
        this.add(this.ring, this.head, this.label = letters.sprite(text, colour));
    }
    // share: -1..1 of what the ring can show.
    put(origin, axis, share) {
        this.position.set(...origin);
        this.quaternion.setFromUnitVectors(UP, new Vector3(...axis));
        const angle = Math.min(1, Math.abs(share)) * 1.7 * Math.PI, way = Math.sign(share);
        this.visible = angle > 0.03;
        if (!this.visible) return;
        const key = Math.round(angle * 60);
        if (key !== this.key) {
            this.ring.geometry.dispose();
            this.ring.geometry = new TorusGeometry(this.radius, 0.055 * this.radius, 8, 48, angle);
            this.key = key;
        }
        this.ring.scale.set(1, way, 1);
        this.head.scale.set(0.17 * this.radius, 0.17 * this.radius, 0.36 * this.radius);
        this.head.position.set(this.radius * Math.cos(angle), way * this.radius * Math.sin(angle), 0);
        this.head.quaternion.setFromUnitVectors(UP,
            new Vector3(-Math.sin(angle), way * Math.cos(angle), 0));
        this.label.position.set(1.25 * this.radius, 0, 0);
    }
}

export class Ball extends Mesh {
    constructor(colour, radius, more = {}) {
        super(BALL, paint(colour, more));
        this.scale.setScalar(radius);
    }
}

// What hangs in the gripper: a cylinder of steel, a unit high, with a rim.
export class Weight extends Mesh {
    constructor() {
        const rim = [[0.0, 0], [0.12, 0], [0.12, 0.22], [0.62, 0.22], [0.7, 0.3], [0.7, 1.62], [0.62, 1.7], [0, 1.7]];
        super(new LatheGeometry(rim.map(([r, z]) => new Vector2(r, z)), 40).rotateX(Math.PI / 2),
            inStudio(new MeshStandardMaterial({ color: 0x4a505a, roughness: 0.4, metalness: 0.6, side: DoubleSide })));
        this.castShadow = this.receiveShadow = true;
    }
    put(place, down, size) {
        this.position.set(...place);
        this.quaternion.setFromUnitVectors(UP, new Vector3(...down));
        this.scale.setScalar(size);
    }
}

export class Segment extends LineSegments {
    constructor(colour) {
        super(new BufferGeometry(), new LineBasicMaterial({ color: colour }));
        this.frustumCulled = false;
    }
    put(from, to) {
        this.geometry.setAttribute("position", new Float32BufferAttribute([...from, ...to], 3));
    }
}
