import { spawn } from "node:child_process";
import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import { migrateDatabase } from "@/db/migrate";
import { ALERT_RECEIVER_PORT, GUIDE_RECEIVER_PORT, RECEIVER_PORT } from "./where";

/** Run the built app for the journeys: `front` like `npm start`, `next` like any other Next host. */
const [instance, port = "0"] = process.argv.slice(2);
const dataDir = process.env.DATA_DIR ?? ".data/e2e";

const database = await startEmbeddedPostgres({ dataDir, database: "assay" });
await migrateDatabase(database.url);

const command =
  instance === "next" ? ["node_modules/next/dist/bin/next", "start", "--port", port] : ["dist/main.mjs"];

const service = spawn(process.execPath, command, {
  stdio: ["ignore", "inherit", "inherit"],
  env: {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: port,
    DATABASE_URL: database.url,
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    RATE_LIMITS: "off",
    WORKERS: "1",
    LOG_LEVEL: "error",
    HOOK_ALLOW: [RECEIVER_PORT, GUIDE_RECEIVER_PORT, ALERT_RECEIVER_PORT]
      .map((port) => `127.0.0.1/32:${port}`)
      .join(","),
  },
});

service.once("exit", async (code) => {
  await database.stop();
  process.exit(code ?? 1);
});
process.on("SIGTERM", () => service.kill("SIGTERM"));
process.on("SIGINT", () => service.kill("SIGTERM"));
