import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { urlOfDatabase } from "@/db/address";

// Each test file has a new database. Its name is the process's: modules that stay imported keep its URL.
const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
const name = `${inject("template")}_${process.pid}`;

await admin`create database ${admin(name)} template ${admin(inject("template"))} strategy file_copy`;
process.env.DATABASE_URL = urlOfDatabase(inject("adminUrl"), name);

// Imports no module of the service, since those read the environment, which tests may still change.
afterAll(async () => {
  await globalThis.assayRuntime?.close();
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
});
