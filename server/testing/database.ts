import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { urlOf } from "./cluster";

const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
const name = `assay_test_${randomUUID().replaceAll("-", "").slice(0, 12)}`;

await admin`create database ${admin(name)} template ${admin(inject("template"))} strategy wal_log`;
process.env.DATABASE_URL = urlOf(inject("adminUrl"), name);

// Imports no module of the service, since those read the environment, which tests may still change.
afterAll(async () => {
  await globalThis.assayRuntime?.close();
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
});
