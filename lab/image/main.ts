import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findPlace, startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import { z } from "zod";
import { freePort } from "@/e2e/own-service";
import { atEnd, cleanUp } from "@/lab/bench/cleanup";
import { must, newItems, newUncalledHook, openClient } from "@/lab/prove/client";
import { openPostgresProxy } from "@/lab/prove/postgres-proxy";
import { allowing, Receiver } from "@/lab/prove/receivers";
import { atLeast, atMost, type Check, exactly, failures, print } from "@/lab/prove/report";
import { waitFor } from "@/lab/prove/wait-for";
import { readOrExit } from "@/server/cli/read-or-exit";
import { VERSION } from "@/server/platform/build-info";
import { buildImage, type Container, missingPrograms, openContainer } from "./container";

const MAX_MEGABYTES = 400;
const MAX_START_MS = 15_000;
const MAX_STOP_MS = 30_000;
const CLIENTS = 8;
const SCANS_BEFORE_STOP = 100;

const Producer = z.object({ producerId: z.string(), token: z.string() });
const Created = z.object({ id: z.string() });

/** A database that the container reaches by TCP. */
async function openDatabase(folder: string) {
  const embedded = await startEmbeddedPostgres({ dataDir: folder, database: "assay" });
  await atEnd(() => embedded.stop());
  const proxy = await openPostgresProxy((await findPlace(folder)).socketFolder);
  await atEnd(() => proxy.close());
  const sql = postgres(embedded.url, { max: 1, onnotice: () => {} });
  await atEnd(() => sql.end());
  return { url: proxy.url, sql };
}

/** The first process of the container, as its host sees it: the child of `unshare`. */
const firstProcessOf = ({ pid }: ChildProcess) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);

async function stop(service: ChildProcess): Promise<{ code: number | null; ms: number }> {
  const began = performance.now();
  const ended = once(service, "exit");
  process.kill(firstProcessOf(service), "SIGTERM");
  await ended;
  return { code: service.exitCode, ms: performance.now() - began };
}

/** The rights of the service, as the kernel tells them. */
async function rightsOf(
  container: Container,
  service: ChildProcess,
  env: Record<string, string>,
): Promise<Check[]> {
  const status = readFileSync(`/proc/${firstProcessOf(service)}/status`, "utf8");
  const field = (name: string) => status.match(new RegExp(`^${name}:\\s+(\\S+)`, "m"))?.[1];
  const writes = async (file: string) =>
    container.run(env, "node", "-e", `require("fs").writeFileSync(${JSON.stringify(file)}, "x")`).then(
      () => 1,
      () => 0,
    );
  return [
    exactly("user of the process", 10_001, Number(field("Uid"))),
    exactly("capabilities that it could get", 0, Number.parseInt(field("CapBnd") ?? "1", 16)),
    exactly(
      "writes to its root",
      0,
      (await writes("/app/x")) + (await writes("/etc/x")) + (await writes("/x")),
    ),
    exactly("writes to /data and /tmp", 2, (await writes("/data/x")) + (await writes("/tmp/x"))),
  ];
}

/** Calls what pruning could break: files that are read by path, native code, workers, commands. */
async function callEverything(url: string, token: string, receiver: Receiver): Promise<Check[]> {
  const client = openClient();
  await atEnd(() => client.close());
  const [identifier = ""] = await newItems(client, url, token, 1);
  const location = { latitude: 48.2, longitude: 16.4 };
  const body = { identifier, copyclassification: "fake", location };
  const scan = Created.parse(await must(client, url, { method: "POST", path: "/scans", token, body }));
  const statusOf = async (place: string) =>
    (await fetch(`${url}${place}`, { headers: { "an-api-token": token } })).status;
  const page = await (await fetch(`${url}/login`)).text();
  const script = page.match(/\/_next\/static\/[^"]+\.js/)?.[0] ?? "/none";
  const checks = [
    exactly("a page", 200, await statusOf("/login")),
    exactly("a script of a page", 200, await statusOf(script)),
    exactly("the public page of an item", 200, await statusOf(`/v/${encodeURIComponent(identifier)}`)),
    exactly("the map of a scan", 200, await statusOf(`/api/v2/scans/${scan.id}/map`)),
    exactly("the base map of the dashboard", 200, await statusOf("/map/land.bin.gz")),
    exactly("the package of the client", 200, await statusOf(`/downloads/assay-client-${VERSION}.tgz`)),
    exactly("the OpenAPI document", 200, await statusOf("/api/v2/openapi.json")),
  ];
  await waitFor("the webhook of the scan arrives", 30_000, () => receiver.taken.length > 0);
  return [
    ...checks,
    exactly("signed webhooks", receiver.calls.length, receiver.calls.filter((c) => c.isSigned).length),
  ];
}

/** Stops the service while clients record scans on kept connections. */
async function stopUnderLoad(url: string, token: string, service: ChildProcess): Promise<Check[]> {
  const client = openClient();
  await atEnd(() => client.close());
  const identifiers = await newItems(client, url, token, CLIENTS);
  const outcomes: { status: number; failure: string | undefined }[] = [];
  const writers = identifiers.map(async (identifier) => {
    for (;;) {
      const body = { identifier, copyclassification: "original" };
      const outcome = await client.call(url, { method: "POST", path: "/scans", token, body });
      if (outcome.failure === "ECONNREFUSED") return;
      outcomes.push(outcome);
    }
  });
  await waitFor("scans are recorded", 30_000, () => outcomes.length >= SCANS_BEFORE_STOP);
  const { code, ms } = await stop(service);
  await Promise.all(writers);
  return [
    exactly("broken calls while it stops", 0, outcomes.filter(({ status }) => status !== 200).length),
    exactly("exit code", 0, code ?? -1),
    atMost("time to stop", MAX_STOP_MS, ms, " ms"),
    atLeast("scans recorded meanwhile", SCANS_BEFORE_STOP, outcomes.length),
  ];
}

const USAGE = `usage: npm run -s image [-- --built]
  Builds the container image, runs it as in production, and prints checks. Needs root and Debian's buildah and debootstrap.
  --built  checks the image of an earlier build`;

const { isBuilt } = readOrExit(USAGE, (args) => {
  const { values } = parseArgs({ args, options: { built: { type: "boolean", default: false } } });
  return { isBuilt: values.built };
});

/** `npm run image`: builds the image, runs it as in production, and prints checks. Needs root. */
async function main(): Promise<number> {
  const missing = await missingPrograms();
  if (missing.length > 0) throw new Error(`This needs ${missing.join(", ")} (Debian packages) and root.`);
  if (!isBuilt) await buildImage();
  const folder = await mkdtemp(path.join(os.tmpdir(), "assay-image-"));
  await atEnd(() => rm(folder, { recursive: true, force: true }));
  const container = await openContainer(folder);
  const database = await openDatabase(path.join(folder, "database"));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const receiver = await Receiver.open();
  await atEnd(() => receiver.close());
  const env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    HOOK_ALLOW: allowing([receiver]),
  };
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const service = container.start(env);
  await atEnd(async () => void service.kill("SIGKILL"));
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor("the service is ready", 60_000, async () => {
    if (service.exitCode !== null) throw new Error(readFileSync(path.join(folder, "service.log"), "utf8"));
    return isReady();
  });
  const readyMs = performance.now() - began;
  const command = ["node", "dist/producer.mjs", "create", "--name", "Image", "--json"];
  const { token } = Producer.parse(JSON.parse(await container.run(env, ...command)));
  const client = openClient();
  await atEnd(() => client.close());
  const hook = await newUncalledHook(client, database.sql, { url, token, receiver: receiver.url });
  receiver.secret = hook.secret;
  const [, ...health] = container.config.healthcheck;
  const healthy = await container.run(env, ...health).then(
    () => 0,
    () => 1,
  );
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const checks = [
    atMost("size", MAX_MEGABYTES, container.megabytes, " MB"),
    atMost("time until ready, with all migrations", MAX_START_MS, readyMs, " ms"),
    exactly("exit code of the health check", 0, healthy),
    exactly("metrics of the database", 1, metrics.includes("assay_database_up 1") ? 1 : 0),
    ...(await rightsOf(container, service, env)),
    ...(await callEverything(url, token, receiver)),
    ...(await stopUnderLoad(url, token, service)),
  ];
  const log = readFileSync(path.join(folder, "service.log"), "utf8");
  checks.push(
    exactly("errors in the log", 0, log.split("\n").filter((line) => /"level":50|Error/.test(line)).length),
  );
  print("the container image", { checks, figures: { node: await container.run(env, "node", "--version") } });
  if (failures({ checks, figures: {} }).length > 0) console.error(log);
  return failures({ checks, figures: {} }).length === 0 ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

let code = 1;
try {
  code = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await cleanUp();
}
process.exit(code);
