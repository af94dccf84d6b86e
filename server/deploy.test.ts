// Holds decision 0059, decision 0060 and decision 0064.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "@/package.json" with { type: "json" };

const textOf = (file: string) => readFileSync(file, "utf8");
const yamlOf = (file: string): unknown => parse(textOf(file), { merge: true });

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), annotations: z.object({ runbook: z.string() }) })),
    }),
  ),
});
const alerts = Rules.parse(yamlOf("deploy/prometheus/alerts.yaml")).groups.flatMap(({ rules }) => rules);

test("each alert has a runbook, and each runbook an alert", () => {
  const headings = [...textOf("docs/operations/runbooks.md").matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  expect(headings).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook).toBe(`runbooks.md#${alert.toLowerCase()}`);
});

test("each alert is tested while it is silent and while it fires", () => {
  const tests = textOf("deploy/prometheus/alerts.test.yaml");
  for (const { alert } of alerts) {
    expect(tests).toMatch(new RegExp(`alertname: ${alert}, eval_time: \\S+, exp_alerts: \\[\\]`));
    expect(tests).toMatch(new RegExp(`alertname: ${alert}\\n`));
  }
});

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
});
const Compose = z.object({ services: z.record(z.string(), Service) });
const COMPOSE_FILES = ["deploy/compose.yaml", "deploy/compose.ha.yaml"];
const services = COMPOSE_FILES.flatMap((file) =>
  Object.entries(Compose.parse(yamlOf(file)).services).map(([name, service]) => ({ file, name, ...service })),
);
const ours = services.filter(({ image }) => image === "assay");

test("no secret of a compose file has a default, and the example holds none", () => {
  const secret = /PASSWORD|SECRET|ACCESS_KEY|_KEY$/;
  for (const { name, environment } of services) {
    for (const [variable, value] of Object.entries(environment)) {
      if (secret.test(variable)) expect(`${name} ${value}`).toMatch(/^\S+ \$\{[A-Z0-9_]+:\?[^}]+\}$/);
    }
  }
  const filled = [...textOf("deploy/.env.example").matchAll(/^([A-Z_]+)=(.+)$/gm)];
  expect(filled).toEqual([]);
});

test("every variable that the service receives is one that it reads", () => {
  const documented = textOf("docs/operations/configuration.md");
  const ofChart = [
    ...textOf("deploy/helm/assay/templates/deployment.yaml").matchAll(/name: ([A-Z][A-Z0-9_]+)/g),
  ];
  const names = [
    ...ours.flatMap(({ environment }) => Object.keys(environment)),
    ...ofChart.map(([, name]) => name),
  ];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !name?.startsWith("AWS_") && !documented.includes(`\`${name}\``))).toEqual(
    [],
  );
});

test("the service runs without privileges, on a root that it cannot write, and publishes no metrics", () => {
  expect(ours.length).toBe(4);
  for (const service of ours) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], stop_grace_period: "35s" });
    expect(service.ports.filter((port) => port.includes("9464"))).toEqual([]);
  }
});

test("the chart installs this version", () => {
  expect(yamlOf("deploy/helm/assay/Chart.yaml")).toMatchObject({ appVersion: packageJson.version });
});

test("the proxy repeats only requests that change nothing twice", () => {
  const [, apps = ""] = textOf("deploy/ha/haproxy.cfg").split("\nbackend apps\n");
  expect(apps).toContain("http-request disable-l7-retry unless is_safe or has_key");
  expect(apps).toContain("acl is_safe method GET HEAD\n");
});

const Patroni = z.object({
  bootstrap: z.object({
    dcs: z.object({
      ttl: z.number(),
      loop_wait: z.number(),
      retry_timeout: z.number(),
      primary_start_timeout: z.number(),
      synchronous_mode: z.string(),
      synchronous_mode_strict: z.boolean(),
    }),
  }),
});

test("a primary is replaced within seconds, and never without what it acknowledged", () => {
  const { dcs } = Patroni.parse(yamlOf("deploy/ha/patroni.yaml")).bootstrap;
  expect(dcs).toMatchObject({ ttl: 20, synchronous_mode: "quorum", synchronous_mode_strict: true });
  expect(dcs.primary_start_timeout).toBe(0);
  // Patroni demotes a healthy primary otherwise, when etcd is slow once.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  const [, postgres = ""] = textOf("deploy/ha/haproxy.cfg").split("\nlisten postgres\n");
  expect(postgres).toContain("option httpchk OPTIONS /primary\n");
  expect(postgres).toMatch(/default-server check port 8008 .*on-marked-down shutdown-sessions/);
});

test("the proxy answers as the service does while no instance is ready", () => {
  const [, body = ""] =
    textOf("deploy/ha/haproxy.cfg").match(/return status 503 .* hdr retry-after 5 string '(.*)' if/) ?? [];
  expect(JSON.parse(body)).toMatchObject({
    type: "urn:assay:problem:unavailable",
    status: 503,
    code: "unavailable",
  });
});
