// Scenes on a page: the viewer's script comes once, and only when a scene is in sight.

(() => {
    if (globalThis.robokitScenes) return;
    const brought = new Map();
    const bring = (address) => {
        if (!brought.has(address)) brought.set(address, new Promise((resolve, reject) => {
            const script = document.createElement("script");
            Object.assign(script, { src: address, onload: resolve, onerror: reject });
            document.head.append(script);
        }));
        return brought.get(address);
    };
    const open = async (scene) => {
        if (scene.dataset.state) return;
        scene.dataset.state = "loading";
        try {
            const needed = scene.dataset.scripts.split(" ");
            for (const address of needed) await bring(address);
            globalThis.robokitScene.mount(scene);
        } catch (reason) {
            scene.dataset.state = "static";
            console.warn("The scene stays a picture:", reason);
        }
    };
    const watch = new IntersectionObserver((seen) => seen.forEach(({ isIntersecting, target }) => {
        if (!isIntersecting) return;
        watch.unobserve(target);
        open(target);
    }), { rootMargin: "100px" });
    const find = () => document.querySelectorAll(".robokit-scene[data-scripts]:not([data-state])")
        .forEach((scene) => watch.observe(scene));
    globalThis.robokitScenes = { find };
    find();
    document.addEventListener("DOMContentLoaded", find);
})();
