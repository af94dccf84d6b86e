import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { urlOfDatabase } from "@/db/address";
import { migrateDatabase } from "@/db/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the Postgres server of the test databases. */
    adminUrl: string;
    /** The migrated database from which each test file gets a copy. */
    template: string;
  }
}

async function server() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} };
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "assay-test-"));
  // Under root, Postgres runs as another user, which needs access to the folder.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbeddedPostgres({
    dataDir,
    database: "admin",
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: embedded.url, stop };
}

/** Starts one Postgres for all integration tests, or uses `DATABASE_URL`, and migrates a template database once. */
export default async function setup(project: TestProject) {
  const { url, stop } = await server();
  const template = `assay_template_${process.pid}_${project.name.replace(/\W/g, "_")}`;
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin`drop database if exists ${admin(template)}`;
  await admin`create database ${admin(template)}`;
  await migrateDatabase(urlOfDatabase(url, template));
  project.provide("adminUrl", url);
  project.provide("template", template);
  return async () => {
    await admin`drop database ${admin(template)} with (force)`;
    await admin.end();
    await stop();
  };
}
