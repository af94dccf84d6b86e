import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/**
 * Bundles the workspace's packages, which are TypeScript, although `packages: "external"` leaves out all others.
 * @type {import("esbuild").Plugin}
 */
const workspacePackages = {
  name: "workspace-packages",
  setup({ onResolve }) {
    onResolve({ filter: /^@assay\// }, ({ path }) => ({ path: resolve(path) }));
  },
};

/** The esbuild options for server code. @satisfies {import("esbuild").BuildOptions} */
export const BUNDLE = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  plugins: [workspacePackages],
  sourcemap: true,
  logLevel: "warning",
};
