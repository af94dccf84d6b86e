import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { isRecord } from "@/server/core/is-record";

export const CHART = "deploy/helm/assay";
const PROGRAM = "lab/chart/render.go";
/** Where Debian's packages of Go libraries lie. */
const GO_PATH = "/usr/share/gocode";
const NEEDED = ["github.com/Masterminds/sprig", "sigs.k8s.io/yaml"];
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

const Chart = z.object({ name: z.string(), version: z.string(), appVersion: z.string() });
const Rendered = z.record(z.string(), z.string());

/** What a chart is rendered with: values above those of `values.yaml`. */
export type Values = Record<string, unknown>;

/** Merges objects as Helm does: lists and texts of `above` replace those of `below`. */
export function merged(below: Values, above: Values): Values {
  const values = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const known = below[name];
    values[name] = isRecord(known) && isRecord(value) ? merged(known, value) : value;
  }
  return values;
}

const yamlOf = (file: string): unknown => parse(readFileSync(path.join(CHART, file), "utf8"));

/** Says what is missing to render a chart; undefined where nothing is. */
export async function missingForCharts(): Promise<string | undefined> {
  const hasGo = await promisify(execFile)("go", ["version"]).then(
    () => true,
    () => false,
  );
  if (hasGo && NEEDED.every((library) => existsSync(path.join(GO_PATH, "src", library)))) return undefined;
  return "needs Debian's golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev";
}

/** Compiles the renderer into the folder. Returns a function that renders the chart's objects. */
export async function openRenderer(folder: string) {
  const program = path.join(folder, "render");
  const env = { ...process.env, GO111MODULE: "off", GOPATH: GO_PATH, GOCACHE: path.join(folder, "cache") };
  await promisify(execFile)("go", ["build", "-o", program, PROGRAM], { env });
  const { name, version, appVersion } = Chart.parse(yamlOf("Chart.yaml"));
  const templates = Object.fromEntries(
    readdirSync(path.join(CHART, "templates")).map((file) => [
      file,
      readFileSync(path.join(CHART, "templates", file), "utf8"),
    ]),
  );
  const defaults = z.record(z.string(), z.unknown()).parse(yamlOf("values.yaml"));

  /** @throws the reason that the chart gives */
  return async (values: Values): Promise<unknown[]> => {
    const rendering = promisify(execFile)(program, { maxBuffer: MAX_OUTPUT_BYTES });
    rendering.child.stdin?.end(
      JSON.stringify({
        templates,
        values: merged(defaults, values),
        release: { Name: "assay", Namespace: "assay", Service: "Helm" },
        chart: { Name: name, Version: version, AppVersion: appVersion },
      }),
    );
    const { stdout } = await rendering;
    return Object.values(Rendered.parse(JSON.parse(stdout))).flatMap((text) =>
      parseAllDocuments(text, { strict: true, uniqueKeys: true }).flatMap((document): unknown[] => {
        const [error] = document.errors;
        if (error) throw error;
        const object: unknown = document.toJS();
        return object === null ? [] : [object];
      }),
    );
  };
}
