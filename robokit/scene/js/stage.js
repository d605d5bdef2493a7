// Light, floor, camera. Nothing is drawn unless something has changed.

import {
    ACESFilmicToneMapping, BackSide, BoxGeometry, CanvasTexture, Color, DirectionalLight, DoubleSide,
    HemisphereLight, Mesh, MeshBasicMaterial, PCFShadowMap, PerspectiveCamera, PlaneGeometry,
    PMREMGenerator, Raycaster, Scene, ShadowMaterial, SphereGeometry, SRGBColorSpace, Vector2,
    Vector3, WebGLRenderer,
} from "three";

const FIELD = 26;                                       // degrees of view, upwards
const HIGHEST = 1.5, LOWEST = -0.25;                    // radians of elevation

export class Stage {
    constructor(canvas, about, view) {
        this.canvas = canvas;
        this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.renderer.toneMapping = ACESFilmicToneMapping;
        this.renderer.autoClear = false;
        this.solid = new Scene();                       // bodies and the floor
        this.over = new Scene();                        // what is seen through them
        this.camera = new PerspectiveCamera(FIELD, 1, 0.02, 200);
        this.camera.up.set(0, 0, 1);
        this.about = about;
        this.home = view;
        this.before = [];                               // called before each picture
        this.counted = { frames: 0, longest: 0, spent: 0 };
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

    lights() {
        const { reach, floor } = this.about, size = 1.15 * reach;
        const key = new DirectionalLight(0xffffff, 2.1);
        key.position.set(1.6 * size, 1.1 * size, 2.6 * size + floor);
        key.castShadow = true;
        key.shadow.mapSize.set(2048, 2048);
        key.shadow.radius = 5;
        key.shadow.bias = -0.0004;
        key.shadow.normalBias = 0.012 * reach;
        Object.assign(key.shadow.camera, { left: -1.5 * size, right: 1.5 * size, top: 1.5 * size,
            bottom: -1.5 * size, near: 0.1, far: 7 * size });
        const rim = new DirectionalLight(0xcfe2ff, 0.9);
        rim.position.set(-2 * size, -1.2 * size, 1.5 * size);
        this.solid.add(key, rim);
        this.over.add(new HemisphereLight(0xffffff, 0x8890a0, 2.6));
        const above = new DirectionalLight(0xffffff, 1.2);
        above.position.set(1, 0.6, 2);
        this.over.add(above);
        this.solid.environment = this.studio();
    }

    // A room with three soft lamps, for what shines.
    studio() {
        const room = new Scene(), lamps = [[0, 0, 9, 9, 9, 0.1, 5], [-9, 3, 2, 0.1, 8, 5, 3],
            [9, -4, 3, 0.1, 6, 5, 2.2], [2, 10, 3, 9, 0.1, 4, 2]];
        room.add(new Mesh(new SphereGeometry(14, 24, 16),
            new MeshBasicMaterial({ side: BackSide, color: new Color(0.32, 0.34, 0.38) })));
        for (const [x, y, z, a, b, c, light] of lamps) {
            const lamp = new Mesh(new BoxGeometry(a, b, c),
                new MeshBasicMaterial({ color: new Color(light, light, light) }));
            lamp.position.set(x, y, z);
            room.add(lamp);
        }
        const generator = new PMREMGenerator(this.renderer);
        const { texture } = generator.fromScene(room, 0.05, 0.1, 100, { size: 64 });
        generator.dispose();
        return texture;
    }

    ground() {
        const { reach, floor } = this.about, side = 7 * reach;
        this.shade = new Mesh(new PlaneGeometry(side, side), new ShadowMaterial({ opacity: 0.3 }));
        this.shade.position.z = floor;
        this.shade.receiveShadow = true;
        this.grid = new Mesh(new PlaneGeometry(side, side), new MeshBasicMaterial({
            transparent: true, depthWrite: false, side: DoubleSide, toneMapped: false }));
        this.grid.position.z = floor - 0.0015;
        this.solid.add(this.grid, this.shade);
        this.side = side;
    }

    // Lines every tenth of the size rounded to 1, 2 or 5, fading towards the edge.
    lines(colour) {
        const size = 1024, picture = document.createElement("canvas");
        picture.width = picture.height = size;
        const ink = picture.getContext("2d"), scale = size / this.side;
        const rough = 10 ** Math.floor(Math.log10(this.about.reach / 4));
        const step = [1, 2, 5, 10].map((k) => k * rough).find((k) => k >= this.about.reach / 6);
        ink.strokeStyle = colour;
        for (let k = Math.ceil(-this.side / 2 / step); k * step < this.side / 2; ++k) {
            const place = size / 2 + k * step * scale;
            ink.globalAlpha = k % 5 ? 0.35 : 0.8;
            ink.lineWidth = k % 5 ? 1 : 1.6;
            ink.beginPath();
            ink.moveTo(place, 0); ink.lineTo(place, size);
            ink.moveTo(0, place); ink.lineTo(size, place);
            ink.stroke();
        }
        const fade = ink.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
        fade.addColorStop(0.12, "rgba(0,0,0,1)");
        fade.addColorStop(0.75, "rgba(0,0,0,0)");
        ink.globalAlpha = 1;
        ink.globalCompositeOperation = "destination-in";
        ink.fillStyle = fade;
        ink.fillRect(0, 0, size, size);
        const texture = new CanvasTexture(picture);
        texture.colorSpace = SRGBColorSpace;
        texture.anisotropy = 8;
        return texture;
    }

    theme(dark) {
        this.renderer.toneMappingExposure = dark ? 0.92 : 1.05;
        this.shade.material.opacity = dark ? 0.55 : 0.26;
        this.grid.material.map?.dispose();
        this.grid.material.map = this.lines(dark ? "#6c7686" : "#9aa5b4");
        this.grid.material.needsUpdate = true;
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
        const metres = this.distance * 2 * Math.tan((FIELD * Math.PI) / 360) / this.height;
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
        // a narrow picture shows as much across as a square one
        this.camera.fov = width < height
            ? (Math.atan(Math.tan((FIELD * Math.PI) / 360) * height / width) * 360) / Math.PI : FIELD;
        this.camera.updateProjectionMatrix();
        this.draw();
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
    wake() {
        this.asked ??= requestAnimationFrame(() => {
            this.asked = null;
            this.draw();
        });
    }
    draw() {
        if (!this.width || this.gone) return;
        const start = performance.now();
        for (const prepare of this.before) prepare();
        this.aim();
        this.renderer.clear();
        this.renderer.render(this.solid, this.camera);
        this.renderer.clearDepth();
        this.renderer.render(this.over, this.camera);
        const spent = performance.now() - start;
        this.counted.frames += 1;
        this.counted.spent += spent;
        this.counted.longest = Math.max(this.counted.longest, spent);
    }
    dispose() {
        this.gone = true;
        this.watch.disconnect();
        this.renderer.dispose();
    }
}
