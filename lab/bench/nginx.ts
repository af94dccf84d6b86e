import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { atEnd } from "./cleanup";
import { parentOf } from "./cpu";
import { freePort, untilReady } from "./service";

const MODULE = "ngx_http_image_filter_module.so";

export interface Nginx {
  version: string;
  port: number;
  pids: number[];
  /** Whether it can also scale images. */
  scales: boolean;
}

interface Found {
  version: string;
  /** Directives that must come first. */
  load: string;
  scales: boolean;
}

/** Finds the nginx of this machine. */
function findNginx(): Found | undefined {
  const { status, stderr } = spawnSync("nginx", ["-V"], { encoding: "utf8" });
  if (status !== 0) return undefined;
  const version = /nginx\/(\S+)/.exec(stderr)?.[1] ?? "unknown";
  const module = path.join(/--modules-path=(\S+)/.exec(stderr)?.[1] ?? "", MODULE);
  const isBuiltIn = /--with-http_image_filter_module(\s|$)/.test(stderr);
  const isModule = !isBuiltIn && existsSync(module);
  return { version, load: isModule ? `load_module ${module};` : "", scales: isBuiltIn || isModule };
}

const configuration = ({ load, scales }: Found, home: string, files: string, port: number) => `
${load}
${process.getuid?.() === 0 ? "user root root;" : ""}
worker_processes auto;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  types { image/jpeg jpg; }
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=1000 inactive=1h;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${files};
    ${
      scales
        ? `location ~ "^/scaled/(?<width>[0-9]+)/(?<photo>.+)$" {
      alias ${files}/$photo;
      image_filter resize $width -;
      image_filter_jpeg_quality 80;
      image_filter_buffer 20M;
    }`
        : ""
    }
  }
}
`;

/** The worker processes of a master. */
const childrenOf = (master: number) =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === master);

/** Starts nginx for a folder, on all cores, with scaling if available. Where it is missing, prints so and returns undefined. */
export async function startNginx(folder: string, files: string): Promise<Nginx | undefined> {
  const found = findNginx();
  if (!found) {
    console.log("nginx is not installed (apt-get install nginx libnginx-mod-http-image-filter): continuing");
    console.log("without it.");
    return undefined;
  }
  const home = path.join(folder, "nginx");
  await mkdir(home);
  const port = await freePort();
  const file = path.join(home, "nginx.conf");
  await writeFile(file, configuration(found, home, files, port));
  execFileSync("nginx", ["-t", "-q", "-e", path.join(home, "error.log"), "-c", file], { stdio: "inherit" });
  const errors = openSync(path.join(folder, "nginx.err"), "a");
  const command = ["-e", path.join(home, "error.log"), "-c", file, "-g", "daemon off;"];
  const master = spawn("nginx", command, { stdio: ["ignore", errors, errors] });
  await once(master, "spawn");
  const ended = once(master, "exit");
  await atEnd(async () => {
    master.kill("SIGQUIT");
    await ended;
  });
  const [first = ""] = readdirSync(files);
  const failed = ended.then(() => Promise.reject(new Error("nginx ended before it was stopped.")));
  failed.catch(() => undefined);
  await Promise.race([untilReady("nginx", `http://127.0.0.1:${port}/${first}`), failed]);
  if (!found.scales) console.log("This nginx has no image_filter: it only serves files.");
  return {
    version: found.version,
    port,
    pids: [master.pid ?? 0, ...childrenOf(master.pid ?? 0)],
    scales: found.scales,
  };
}
