import { build } from "esbuild";
import { expect, test } from "vitest";

test("the main entry runs in browsers: it bundles without Node, pdfkit, fontkit and sharp", async () => {
  const entryPoints = ["packages/labels/index.ts"];
  const result = await build({
    entryPoints,
    bundle: true,
    platform: "browser",
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(result.metafile.inputs);
  expect(inputs.filter((file) => /node_modules\/(?!bwip-js\/)/.test(file))).toEqual([]);
});
