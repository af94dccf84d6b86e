import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { only } from "@/server/data/only";
import { startSmtp } from "./smtp";

/**
 * A mail server for the tests of a file, which name it in `SMTP_URL` before they import the service. After each test its
 * runtime is closed and the environment is as before.
 */
export function mailServer() {
  const started: Awaited<ReturnType<typeof startSmtp>>[] = [];
  const running = () => only(started);
  beforeAll(async () => {
    started.push(await startSmtp());
  });
  afterAll(() => running().stop());
  afterEach(async () => {
    await globalThis.assayRuntime?.close();
    vi.unstubAllEnvs();
  });
  return {
    /** All mails that arrived. */
    get taken() {
      return running().taken;
    },
    url: (password = "p%40ss") => `smtp://assay:${password}@127.0.0.1:${running().port}`,
  };
}
