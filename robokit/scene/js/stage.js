// Light, floor, camera. Nothing is drawn unless something has changed.

import {
    ACESFilmicToneMapping, Color, DirectionalLight, DoubleSide, HemisphereLight, Mesh, PCFShadowMap,
    PerspectiveCamera, PlaneGeometry, Raycaster, Scene, ShadowMaterial, Vector2, Vector3, WebGLRenderer,
} from "three";

import { floorLines } from "./light.js";

const HIGHEST = 1.5, LOWEST = -0.25;                    // radians of elevation
const PAUSE = 400;                                      // milliseconds after which nothing moves any more

export class Stage {
    constructor(canvas, about, view) {
        this.canvas = canvas;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.renderer.toneMapping = ACESFilmicToneMapping;
        this.renderer.autoClear = false;
        this.renderer.setClearColor(0, 0);              // the first picture, too, is clear where nothing is
        this.solid = new Scene();                       // bodies and the floor
        this.over = new Scene();                        // what is seen through them
        this.camera = new PerspectiveCamera(26, 1, 0.02, 200);
        this.camera.up.set(0, 0, 1);
        this.about = about;
        this.home = view;
        this.before = [];                               // called before each picture
        this.counted = { frames: 0, longest: 0, spent: 0, now: 0, rate: 0, last: -Infinity };
        this.raycaster = new Raycaster();
        this.lights();
        this.ground();
        this.reset();
        canvas.addEventListener("webglcontextlost", (event) => {
            event.preventDefault();
            this.lost?.();
        });
        this.watch = new ResizeObserver(() => this.resize());
        this.watch.observe(canvas.parentElement);
    }

    // The studio around (light.js) and two lamps, one of which casts shadows. The map of shadows is
    // drawn anew when bodies have moved, not when the eye has.
    lights() {
        const { reach, floor } = this.about, size = 1.15 * reach, middle = this.home.target[2];
        const key = new DirectionalLight(0xffffff, 2.1);
        key.target.position.set(0, 0, middle);
        key.position.set(1.6 * size, 1.1 * size, 2.6 * size + middle);
        key.castShadow = true;
        key.shadow.mapSize.set(1024, 1024);
        key.shadow.radius = 3.5;
        key.shadow.bias = -0.0004;
        key.shadow.normalBias = 0.012 * reach;
        const half = 1.1 * reach + Math.abs(middle - floor) / 2;
        Object.assign(key.shadow.camera, { left: -half, right: half, top: half, bottom: -half, near: 0.1, far: 7 * size });
        const rim = new DirectionalLight(0xcfe2ff, 0.9);
        rim.position.set(-2 * size, -1.2 * size, 1.5 * size);
        this.solid.add(key, key.target, rim);
        const around = new HemisphereLight(0xffffff, 0x8890a0, 2.6);
        around.position.set(0, 0, 1);                   // Z is up
        const above = new DirectionalLight(0xffffff, 1.2);
        above.position.set(1, 0.6, 2);
        this.over.add(around, above);
        this.renderer.shadowMap.autoUpdate = false;
    }

    // Lines every tenth of the size rounded to 1, 2 or 5.
    ground() {
        const { reach, floor } = this.about, rough = 10 ** Math.floor(Math.log10(reach / 4));
        const step = [1, 2, 5, 10].map((k) => k * rough).find((k) => k >= reach / 6);
        this.lines = { value: new Color() };
        this.shade = new Mesh(new PlaneGeometry(7 * reach, 7 * reach),
            floorLines(new ShadowMaterial({ side: DoubleSide }), step, 2.6 * reach, this.lines));
        this.shade.position.z = floor;
        this.shade.receiveShadow = true;
        this.solid.add(this.shade);
    }

    theme(dark) {
        this.renderer.toneMappingExposure = dark ? 0.8 : 1.05;
        this.shade.material.opacity = dark ? 0.55 : 0.26;
        this.lines.value.set(dark ? "#7d8797" : "#7f8b9c");
        this.wake();
    }

    // -- camera --------------------------------------------------------------------------------
    reset() {
        const [azimuth, elevation] = this.home.angles.map((x) => (x * Math.PI) / 180);
        Object.assign(this, { azimuth, elevation, distance: this.home.distance,
            target: new Vector3(...this.home.target) });
        this.wake();
    }
    orbit(azimuth, elevation) {
        this.azimuth += azimuth;
        this.elevation = Math.min(HIGHEST, Math.max(LOWEST, this.elevation + elevation));
        this.wake();
    }
    zoom(factor) {
        const { distance } = this.home;
        this.distance = Math.min(4 * distance, Math.max(0.15 * distance, this.distance * factor));
        this.wake();
    }
    // Pixels to the right and upwards.
    pan(right, up) {
        const metres = this.distance * this.pixel;
        const e = this.camera.matrixWorld.elements;
        this.target.addScaledVector(new Vector3(e[0], e[1], e[2]), -right * metres)
            .addScaledVector(new Vector3(e[4], e[5], e[6]), -up * metres);
        this.wake();
    }
    aim() {
        const c = Math.cos(this.elevation);
        this.camera.position.set(Math.cos(this.azimuth) * c, Math.sin(this.azimuth) * c,
            Math.sin(this.elevation)).multiplyScalar(this.distance).add(this.target);
        this.camera.lookAt(this.target);
        this.camera.updateMatrixWorld();
    }
    resize() {
        const box = this.canvas.parentElement.getBoundingClientRect();
        const width = Math.max(1, Math.round(box.width)), height = Math.max(1, Math.round(box.height));
        if (width === this.width && height === this.height) return;
        Object.assign(this, { width, height });
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
        this.renderer.setSize(width, height, false);
        this.camera.aspect = width / height;
        // as near as the shape of the picture allows, see view.py
        const { high, wide } = this.home, top = this.covered(), free = height - top;
        this.camera.fov = (Math.atan(Math.max(high, (wide * free) / width) * height / free) * 360) / Math.PI;
        this.camera.setViewOffset(width, height, 0, -top / 2, width, height);
        this.camera.updateProjectionMatrix();
        this.draw();
    }
    // How much the buttons take from above; in a wide picture they stand beside the arm.
    covered() {
        const bar = this.canvas.parentElement.querySelector(".bar");
        return bar && this.width < 1.2 * this.height ? Math.min(bar.offsetTop + bar.offsetHeight, this.height / 3) : 0;
    }
    // The height of one pixel, for letters of one size.
    get pixel() {
        return (2 * Math.tan((this.camera.fov * Math.PI) / 360)) / (this.height || 1);
    }

    // -- pointing --------------------------------------------------------------------------------
    ray(event) {
        const box = this.canvas.getBoundingClientRect();
        const x = (2 * (event.clientX - box.left)) / box.width - 1;
        const y = 1 - (2 * (event.clientY - box.top)) / box.height;
        this.aim();
        this.raycaster.setFromCamera(new Vector2(x, y), this.camera);
        return this.raycaster;
    }
    // A place in {B} in pixels of the canvas.
    seen(place) {
        this.aim();
        const p = new Vector3(...place).project(this.camera);
        return [((p.x + 1) * this.width) / 2, ((1 - p.y) * this.height) / 2];
    }

    // -- pictures ----------------------------------------------------------------------------------
    // Bodies have moved: their shadows, too.
    moved() {
        this.renderer.shadowMap.needsUpdate = true;
        this.wake();
    }
    wake() {
        this.asked ??= requestAnimationFrame(() => this.draw());
    }
    draw() {
        if (!this.width || this.gone) return;
        cancelAnimationFrame(this.asked);
        this.asked = null;
        const start = performance.now();
        this.aim();
        for (const prepare of this.before) prepare();
        this.renderer.clear();
        this.renderer.render(this.solid, this.camera);
        this.renderer.clearDepth();
        this.renderer.render(this.over, this.camera);
        const spent = performance.now() - start;
        this.pace(start, spent);
    }
    // What pictures take: the work of the page for one, and how many come a second while it moves.
    pace(start, spent) {
        const { counted } = this, since = start - counted.last;
        counted.frames += 1;
        counted.spent += spent;
        counted.longest = Math.max(counted.longest, spent);
        counted.now = spent;
        const usual = counted.rate ? 0.8 * (1000 / counted.rate) + 0.2 * since : since;
        counted.rate = since < PAUSE ? 1000 / usual : 0;
        counted.last = start;
        this.paced?.(counted);
    }
    dispose() {
        this.gone = true;
        this.watch.disconnect();
        this.renderer.dispose();
    }
}
