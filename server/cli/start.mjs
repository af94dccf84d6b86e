import { createServer } from "node:net";
import { buildIfStale } from "./build.mjs";
import { fail, failFor, install, loadSettings, readOptions, requireNode } from "./steps.mjs";

readOptions("usage: npm start   (installs, builds and serves; settings: see Configuration in README.md)");

requireNode();
loadSettings();
// Now, rather than after minutes of installing and building; the server checks again when it listens.
await requireFreePort();
await install();
await buildIfStale();
process.setSourceMapsEnabled(true);
// In this process, so that signals reach the server directly.
await import(new URL("../../dist/main.mjs", import.meta.url).href).catch(failFor);

async function requireFreePort() {
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    fail(`PORT is no port number: ${process.env.PORT}`);
  const server = createServer();
  await new Promise((resolve) => {
    server.once("listening", () => server.close(resolve));
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") {
        fail(`Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`);
      }
      fail(`Port ${port} cannot be used: ${error.message}`);
    });
    server.listen(port, process.env.HOST || undefined);
  });
}
