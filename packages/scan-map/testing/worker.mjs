import { register } from "tsx/esm/api";

// A thread has no loader for TypeScript of its own.
register();
const { default: draw } = await import("./draw-worker.ts");

export default draw;
