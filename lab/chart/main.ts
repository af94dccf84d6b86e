import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { readOrExit } from "@/server/cli/read-or-exit";
import { ChartObject, faultsOf } from "./check-object";
import { merged, missingForCharts, openRenderer, type Values } from "./render";

const USAGE = `usage: npm run -s chart
       Renders the Helm chart with several values, and checks each object by the schema of its kind.`;

const NEEDED = {
  image: { repository: "registry.example/assay" },
  publicBaseUrl: "https://assay.example",
  secretName: "assay",
  s3: { bucket: "assay" },
};
const INGRESS = { enabled: true, className: "nginx", host: "assay.example", tlsSecretName: "assay-tls" };
const CELLS = { own: 0, urls: { 0: "https://a.example", 1: "https://b.example" } };

/** Values, and the kinds of objects that they must give. */
const CASES: Record<string, { values: Values; kinds: string }> = {
  "what is needed": { values: {}, kinds: "Cluster Deployment NetworkPolicy PodDisruptionBudget Service" },
  "a database of one's own": {
    values: { postgres: { enabled: false } },
    kinds: "Deployment NetworkPolicy PodDisruptionBudget Service",
  },
  "an ingress": {
    values: { ingress: INGRESS },
    kinds: "Cluster Deployment Ingress NetworkPolicy PodDisruptionBudget Service",
  },
  "a cell": {
    values: { cells: CELLS, s3: { prefix: "cell0/" } },
    kinds: "Cluster Deployment NetworkPolicy PodDisruptionBudget Service",
  },
  everything: {
    values: {
      ingress: INGRESS,
      cells: CELLS,
      autoscaling: { enabled: true },
      metrics: { serviceMonitor: true, labels: { release: "prometheus" } },
      postgres: { objectStore: "backups", storageClass: "fast" },
      imagePullSecrets: [{ name: "registry" }],
      env: { LOG_LEVEL: "warn", BACKUP_KEEP_DAYS: 14 },
      trustedProxies: "10.0.0.0/8",
    },
    kinds:
      "Cluster Deployment HorizontalPodAutoscaler Ingress NetworkPolicy PodDisruptionBudget ScheduledBackup Service Service ServiceMonitor",
  },
};

/** Values that the chart refuses, and why. */
const REFUSED: Record<string, Values> = {
  "image.repository is needed": { image: { repository: "" } },
  "publicBaseUrl is needed": { publicBaseUrl: "" },
  "secretName is needed": { secretName: "" },
  "s3.bucket is needed": { s3: { bucket: "" } },
  "ingress.host is needed": { ingress: { enabled: true } },
  "ingress.tlsSecretName is needed": { ingress: { enabled: true, host: "assay.example" } },
  "cells.own is needed": { cells: { urls: CELLS.urls } },
};

async function check(render: (values: Values) => Promise<unknown[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, { values, kinds }] of Object.entries(CASES)) {
    const objects = (await render(merged(NEEDED, values))).map((object) => ChartObject.parse(object));
    const found = objects.flatMap(faultsOf);
    const made = objects
      .map(({ kind }) => kind)
      .toSorted()
      .join(" ");
    if (made !== kinds) found.push(`makes ${made} instead of ${kinds}`);
    console.log(`  ${found.length === 0 ? "ok  " : "FAIL"} ${name}: ${objects.length} objects`);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  for (const [reason, values] of Object.entries(REFUSED)) {
    const told = await render(merged(NEEDED, values)).then(() => "rendered", String);
    const isRefused = told.includes(reason);
    console.log(`  ${isRefused ? "ok  " : "FAIL"} refused: ${reason}`);
    if (!isRefused) faults.push(`${reason}: ${told}`);
  }
  return faults;
}

readOrExit(USAGE, (args) => parseArgs({ args }));
const missing = await missingForCharts();
if (missing) {
  console.error(`npm run chart ${missing}`);
  process.exit(2);
}
const folder = await mkdtemp(path.join(os.tmpdir(), "assay-chart-"));
try {
  const faults = await check(await openRenderer(folder));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
