import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";

/*
 * The clients of one hostile producer, in a separate process: their reads must not delay the measured clients.
 * argv[2]: { url, paths, token, connections, pauseMs } as JSON. They stop on "stop", and send [status, count] pairs.
 */
const { url, paths, token, connections, pauseMs } = JSON.parse(process.argv[2] ?? "{}");
const agent = new Agent({ connections });
/** @type {Map<number, number>} */
const statuses = new Map();
let isOver = false;

/** @param {string} path */
async function statusOf(path) {
  try {
    const answer = await request(url + path, { dispatcher: agent, headers: { "an-api-token": token } });
    for await (const _ of answer.body);
    return answer.statusCode;
  } catch {
    return 0;
  }
}

const loops = Array.from({ length: connections }, async (_, n) => {
  while (!isOver) {
    const status = await statusOf(paths[n % paths.length]);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status !== 200) await delay(pauseMs);
  }
});

process.on("disconnect", () => process.exit(1));
process.on("message", async () => {
  isOver = true;
  await Promise.all(loops);
  process.send?.([...statuses], () => process.exit(0));
});
