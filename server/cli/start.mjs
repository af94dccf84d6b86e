import { createServer } from "node:net";
import { fail } from "../platform/say.mjs";
import { buildIfStale } from "./build.mjs";
import { install, loadSettings, readOptions, requireNode } from "./steps.mjs";

readOptions("usage: npm start   (installs, builds and serves; settings: docs/operations/configuration.md)");

requireNode();
loadSettings();
// The port is checked before minutes of installing and building; the server checks again when it listens.
await requireFreePort();
await install();
await buildIfStale();
process.setSourceMapsEnabled(true);
// The server runs in this process, so that signals reach it directly.
await import(new URL("../../dist/main.mjs", import.meta.url).href);

async function requireFreePort() {
  const port = Number(process.env.PORT || 3000);
  // The server refuses a bad port like every bad setting.
  if (!Number.isInteger(port) || port < 0 || port > 65535) return;
  const server = createServer();
  await new Promise((resolve) => {
    server.once("listening", () => server.close(resolve));
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") {
        fail(
          `Port ${port} is in use. Stop the process that uses it, or choose another port: PORT=${port + 1} npm start`,
        );
      }
      fail(`Port ${port} cannot be used: ${error.message}`);
    });
    server.listen(port, process.env.HOST || undefined);
  });
}
