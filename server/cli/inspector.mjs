import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

/** Files of the inspection app. Next serves them from `public`; none is in git. */
const FILES = join(ROOT, "public/inspect-files");
const SERVICE_WORKER = join(ROOT, "public/inspect-sw.js");
const ADDRESS = "/inspect-files";
const DOCUMENT = join(ROOT, "app/inspect/[[...rest]]/route.ts");

const { resolve } = createRequire(import.meta.url);

/** Whether the app is there. */
export const hasInspector = () => existsSync(SERVICE_WORKER) && existsSync(FILES);

/**
 * Messages as pages format them, like `app/messages/compiled.ts`: browsers load no parser.
 * @type {import("esbuild").Plugin}
 */
const compiledMessages = {
  name: "compiled-messages",
  setup({ onLoad }) {
    onLoad({ filter: /\/app\/messages\/(en|de)\/\w+\.json$/ }, async ({ path }) => {
      const { default: compile } = await import("icu-minify/compile");
      const compiled = (/** @type {unknown} */ value) =>
        typeof value === "string"
          ? compile(value)
          : Object.fromEntries(Object.entries(value ?? {}).map(([key, one]) => [key, compiled(one)]));
      const contents = JSON.stringify(compiled(JSON.parse(readFileSync(path, "utf8"))));
      return { contents, loader: "json" };
    });
  },
};

/** @satisfies {import("esbuild").BuildOptions} */
const FOR_BROWSERS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  conditions: ["production"],
  loader: { ".woff2": "file" },
  assetNames: "[name]",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [compiledMessages],
  logLevel: "warning",
};

/** The icon of the app; maskable icons keep their sign within the inner 80 %. */
const iconOf = (/** @type {{ isMaskable: boolean }} */ { isMaskable }) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <rect width="24" height="24" rx="${isMaskable ? 0 : 5}" fill="#1d5bb2"/>
  <g transform="translate(12 12) scale(${isMaskable ? 0.58 : 0.74}) translate(-12 -12)">
    <path d="M12 1.5 21 5v7c0 5.2-3.7 8.9-9 10.5C6.7 20.9 3 17.2 3 12V5z" fill="#fff"/>
    <path d="m7.8 12.2 3 3 5.6-6.4" fill="none" stroke="#1d5bb2" stroke-width="2.4"/>
  </g>
</svg>`;

const ICONS = [
  { name: "icon-192.png", size: 192, isMaskable: false },
  { name: "icon-512.png", size: 512, isMaskable: false },
  { name: "icon-maskable-512.png", size: 512, isMaskable: true },
];

const MANIFEST = {
  id: "/inspect",
  name: "Assay inspection",
  short_name: "Assay",
  description: "Check goods on the spot, also without a network.",
  start_url: "/inspect",
  scope: "/inspect",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: "#1d5bb2",
  icons: ICONS.map(({ name, size, isMaskable }) => ({
    src: `${ADDRESS}/${name}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: isMaskable ? "maskable" : "any",
  })),
};

async function drawIcons() {
  const { default: sharp } = await import("sharp");
  // The service permits no SVG in its own process, and some commands build in a process that has loaded its modules.
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  for (const { name, size, isMaskable } of ICONS)
    await sharp(Buffer.from(iconOf({ isMaskable })))
      .resize(size, size)
      .png()
      .toFile(join(FILES, name));
}

const hashOf = (/** @type {string[]} */ ...files) => {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
};

/** What the service worker keeps: all files, and the document that names them. */
function precached() {
  const names = readdirSync(FILES).toSorted();
  const files = names.map((name) => ({ url: `${ADDRESS}/${name}`, revision: hashOf(join(FILES, name)) }));
  const revision = hashOf(DOCUMENT, ...names.map((name) => join(FILES, name)));
  return [{ url: "/inspect", revision }, ...files];
}

/** Builds the inspection app: its script and styles, the reader of codes, icons, manifest and service worker. */
export async function buildInspector() {
  const { build } = await import("esbuild");
  rmSync(FILES, { recursive: true, force: true });
  mkdirSync(FILES, { recursive: true });
  const entryPoints = { app: "app/inspect/_app/main.tsx", reader: "app/inspect/_worker/reader.ts" };
  await build({ ...FOR_BROWSERS, entryPoints, outdir: FILES });
  copyFileSync(resolve("zxing-wasm/reader/zxing_reader.wasm"), join(FILES, "reader.wasm"));
  await drawIcons();
  writeFileSync(join(FILES, "manifest.webmanifest"), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  await build({
    ...FOR_BROWSERS,
    format: "iife",
    entryPoints: ["app/inspect/_worker/service-worker.ts"],
    outfile: SERVICE_WORKER,
    define: { ...FOR_BROWSERS.define, PRECACHED: JSON.stringify(precached()) },
  });
}
