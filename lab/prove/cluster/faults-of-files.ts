import { atMost, type Check, exactly } from "../report";
import { waitFor } from "../wait-for";
import type { Fault } from "./fault";
import type { World } from "./world";

const MAX_RECOVERY_MS = 10_000;
const UPLOAD_TIMEOUT_MS = 30_000;
const UPLOAD_INTERVAL_MS = 250;
const STARTED = "instances that did not start while S3 was away";

/** Uploads a file through the proxy; returns the status. */
async function upload({ client, url, token }: World): Promise<number> {
  const body = { "content-type": "text/plain", data: Buffer.from("proof").toString("base64") };
  return (await client.call(url, { method: "POST", path: "/contents", token, body })).status;
}

export const storeAway: Fault = {
  what: "S3 is away, and an instance is restarted meanwhile",
  maxGapMs: 3_000,
  isUnnoticed: true,
  async happen(world): Promise<Check[]> {
    const { cluster } = world;
    const [instance] = cluster.instances;
    await cluster.store.leave();
    await instance?.end("SIGTERM");
    await instance?.start();
    const isStarted = await (instance?.untilReady() ?? Promise.resolve()).then(
      () => true,
      () => false,
    );
    const whileAway = await upload(world);
    await cluster.store.comeBack();
    const backAt = Date.now();
    await waitFor(
      "uploads are taken",
      UPLOAD_TIMEOUT_MS,
      async () => (await upload(world)) === 200,
      UPLOAD_INTERVAL_MS,
    );
    return [
      exactly(STARTED, 0, isStarted ? 0 : 1),
      exactly("status of an upload meanwhile", 503, whileAway),
      atMost("time until uploads are taken again", MAX_RECOVERY_MS, Date.now() - backAt, " ms"),
    ];
  },
  // An S3 that is there and refuses the credentials is no outage: the start fails.
  async weaken({ cluster }) {
    const { store } = cluster;
    const [instance] = cluster.instances;
    const stays = async () => {};
    cluster.store = { leave: stays, comeBack: stays };
    if (instance) instance.overrides = { AWS_SECRET_ACCESS_KEY: "refused" };
    return async () => {
      cluster.store = store;
      if (instance) instance.overrides = {};
      await instance?.end("SIGKILL");
      await instance?.start();
    };
  },
  controlFails: STARTED,
};
