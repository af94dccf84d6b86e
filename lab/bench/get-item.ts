import { once } from "node:events";
import { z } from "zod";
import { bundled, startNode } from "./child";
import { startDirectus } from "./directus";
import { httpCandidate } from "./http-candidate";
import { maker } from "./items";
import { type Comparison, report } from "./report";
import { alternate } from "./rounds";
import type { Bench } from "./setting";

const ITEMS = 1000;

async function startFastify(databaseUrl: string) {
  const child = await startNode("The Fastify server", await bundled("fastify-baseline.ts"), {
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [message] = await Promise.race([once(child.process, "message"), child.failed]);
  return { pid: child.pid, port: z.object({ port: z.number() }).parse(message).port };
}

/**
 * Compares reading one item, merged with its group, by its producer, with Fastify and one bare select, and on request
 * with Directus.
 */
export const getItem: Bench = async (setting) => {
  const { database, service, producer, load, plan, peers, profiled } = setting;
  const make = maker(service.port, producer);
  const identifiers = await make.items("item", ITEMS, await make.group());
  const assay = {
    name: "assay",
    processes: [service],
    requests: identifiers.map((identifier) => ({
      method: "GET" as const,
      path: `/api/v2/items/${identifier}`,
      headers: { "an-api-token": producer.token },
    })),
  };
  const candidates = [httpCandidate(load, database.postmaster, assay)];
  if (profiled) return profiled(candidates);

  const fastify = {
    name: "fastify, one bare select",
    processes: [await startFastify(database.url)],
    requests: identifiers.map((identifier) => ({
      method: "GET" as const,
      path: `/items/${identifier}`,
      headers: {},
    })),
  };
  candidates.push(httpCandidate(load, database.postmaster, fastify));
  const comparisons: Comparison[] = [{ of: assay.name, to: fastify.name, goal: 1.1 }];

  const directus = peers.includes("directus") ? await startDirectus(setting, identifiers) : undefined;
  if (directus) {
    candidates.push(httpCandidate(load, database.postmaster, directus.target));
    comparisons.push({ of: assay.name, to: directus.target.name, goal: 15 });
  }
  const measured = await alternate(candidates, plan);
  report({
    name: "get-item",
    database,
    plan,
    measured,
    comparisons,
    notes: directus ? { directus: directus.version } : {},
  });
};
