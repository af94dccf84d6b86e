import { execFile } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { startNode } from "./child";
import { freePort, untilReady } from "./service";

/*
 * ipx 3 as a peer for making thumbnails: the image service of Nuxt, sharp behind HTTP. It reads the photos from a folder
 * and caches nothing, so it makes each requested image.
 */

const INSTALL_TIMEOUT_MS = 5 * 60_000;

/** Installed once outside the service's dependencies, and reused by later benches. */
const HOME = path.resolve(process.env.DATA_DIR ?? os.tmpdir(), "assay-bench-ipx-3");
const SERVER = path.join(HOME, "server.mjs");

const SERVER_CODE = `import { createServer } from "node:http";
import { createIPX, createIPXNodeServer, ipxFSStorage } from "ipx";

const [, , dir, port] = process.argv;
const answer = createIPXNodeServer(createIPX({ storage: ipxFSStorage({ dir }) }));
createServer((request, response) => {
  if (request.url === "/ready") response.end();
  else answer(request, response);
}).listen(Number(port), "127.0.0.1");
`;

export interface Ipx {
  version: string;
  port: number;
  pid: number;
}

async function install(): Promise<string> {
  const manifest = path.join(HOME, "node_modules/ipx/package.json");
  if (!existsSync(manifest) || !existsSync(SERVER)) {
    console.error(`Installing ipx in ${HOME}.`);
    await mkdir(HOME, { recursive: true, mode: 0o700 });
    const flags = ["--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
    await promisify(execFile)("npm", ["install", "--prefix", HOME, "ipx@3", ...flags], {
      cwd: HOME,
      timeout: INSTALL_TIMEOUT_MS,
    });
    await writeFile(SERVER, SERVER_CODE);
  }
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(manifest, "utf8"))).version;
}

/** Starts ipx for the photos in a folder. Where it is not available, prints so and returns undefined. */
export async function startIpx(folder: string, photos: string): Promise<Ipx | undefined> {
  try {
    const version = await install();
    const port = await freePort();
    const errors = openSync(path.join(folder, "ipx.err"), "a");
    const { pid, failed } = await startNode("ipx", [SERVER, photos, String(port)], {
      cwd: HOME,
      env: { PATH: process.env.PATH, NODE_ENV: "production" },
      stdio: ["ignore", errors, errors],
    });
    await Promise.race([untilReady("ipx", `http://127.0.0.1:${port}/ready`), failed]);
    return { version, port, pid };
  } catch (error) {
    console.log(
      `ipx is not available on this machine (${String(error).split("\n")[0]}): continuing without it.`,
    );
    return undefined;
  }
}
