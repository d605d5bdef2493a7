// A studio with four soft lamps as a formula: nothing is drawn and filtered before the first picture.
//
// Each lamp is a lobe a exp(s (d.u - 1)) of directions d. A rough surface sees the room blurred by a
// lobe of its own sharpness t; the blurred lamp is again a lobe, with s t / (s + t) for s and the
// same light in all, which is a / s.

const LAMPS = [                                         // direction u, light a, sharpness s
    [[0, 0, 1], 4.4, 6.5], [[-0.93, 0.31, 0.21], 2.7, 8.5], [[0.89, -0.40, 0.30], 2.1, 8.5],
    [[0.19, 0.94, 0.28], 1.9, 8.5]];
const ABOVE = [0.37, 0.39, 0.43], BELOW = [0.30, 0.30, 0.29];
const COSINE = 2.13;                                    // the sharpness of a matt surface
const number = (x) => (Number.isInteger(x) ? `${x}.0` : String(x));
const triple = (x) => `vec3(${x.map(number).join(", ")})`;

const STUDIO = `
uniform float studioLight;
vec3 lamp(vec3 d, float t, vec3 u, float a, float s) {
    float both = s * t / (s + t);
    return vec3(a * both / s * exp(both * (dot(d, normalize(u)) - 1.0)));
}
vec3 studio(vec3 d, float t) {
    vec3 seen = mix(${triple(BELOW)}, ${triple(ABOVE)}, smoothstep(-0.4, 0.4, d.z));
    ${LAMPS.map(([u, a, s]) => `seen += lamp(d, t, ${triple(u)}, ${number(a)}, ${number(s)});`).join("\n    ")}
    return studioLight * seen;
}
`;
const SEEN = `
#include <lights_fragment_maps>
{
    vec3 facing = inverseTransformDirection(geometryNormal, viewMatrix);
    vec3 mirrored = inverseTransformDirection(reflect(-geometryViewDir, geometryNormal), viewMatrix);
    float alpha = material.roughness * material.roughness;
    iblIrradiance += PI * studio(facing, ${number(COSINE)});
    radiance += studio(normalize(mix(mirrored, facing, alpha)), 0.5 / (alpha * alpha + 1e-4));
}
`;

// Lets a MeshStandardMaterial stand in the studio.
export function inStudio(material, light = 0.75) {
    material.onBeforeCompile = (shader) => {
        shader.uniforms.studioLight = { value: light };
        shader.fragmentShader = shader.fragmentShader
            .replace("#include <lights_physical_pars_fragment>", `#include <lights_physical_pars_fragment>\n${STUDIO}`)
            .replace("#include <lights_fragment_maps>", SEEN);
    };
    material.customProgramCacheKey = () => "studio";
    return material;
}

// The floor: shadows and lines every step metres that fade with the distance from the middle, in
// one material. lines: { value: colour }, so that a theme can change it.
export function floorLines(material, step, fade, lines) {
    material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, { lineColour: lines, lineStep: { value: step }, lineFade: { value: fade } });
        shader.vertexShader = shader.vertexShader.replace("void main() {", "varying vec2 onFloor;\nvoid main() {")
            .replace("#include <begin_vertex>", "#include <begin_vertex>\nonFloor = position.xy;");
        shader.fragmentShader = shader.fragmentShader.replace("void main() {", `
varying vec2 onFloor;
uniform vec3 lineColour;
uniform float lineStep, lineFade;
float ruled(vec2 p, float width) {                      // 1 on a line, whatever the distance
    vec2 wide = fwidth(p), away = abs(fract(p - 0.5) - 0.5);
    vec2 drawn = max(wide, vec2(width)), on = 1.0 - smoothstep(drawn - wide, drawn + wide, away);
    on *= clamp(width / wide, 0.0, 1.0) * 0.75 + 0.25;
    return max(on.x * (1.0 - smoothstep(0.25, 0.6, wide.x)), on.y * (1.0 - smoothstep(0.25, 0.6, wide.y)));
}
void main() {`).replace("#include <colorspace_fragment>", `
    vec2 p = onFloor / lineStep;
    float line = max(0.45 * ruled(p, 0.006), 0.8 * ruled(p / 5.0, 0.0022))
        * (1.0 - smoothstep(0.12 * lineFade, lineFade, length(onFloor)));
    float shadow = gl_FragColor.a, both = 1.0 - (1.0 - line) * (1.0 - shadow);
    gl_FragColor = vec4(lineColour * line * (1.0 - shadow) / max(both, 1e-4), both);
    #include <colorspace_fragment>`);
    };
    return material;
}
