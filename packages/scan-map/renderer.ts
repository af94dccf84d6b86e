// Separate from `index.ts`, so that only the drawing thread loads the canvas.
export { createRenderer, type Renderer } from "./src/renderer";
export { COLOURS, DARK_COLOURS } from "./src/style";
export { mapWorker } from "./src/worker";
