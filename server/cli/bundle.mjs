/** The esbuild options for server code. */
export const BUNDLE = /** @type {const} */ ({
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
});
