import { once } from "node:events";
import { bundled, startNode } from "./child";
import { type Job, LoadResult } from "./load-job";

export interface LoadGenerator {
  pid: number;
  run(job: Job): Promise<LoadResult>;
}

/** Starts the process that generates the load for all candidates. */
export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = await startNode("The load generator", await bundled("load.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
  });
  return {
    pid: child.pid,
    async run(job) {
      const answer = once(child.process, "message");
      child.process.send(job);
      const [message] = await Promise.race([answer, child.failed]);
      const result = LoadResult.parse(message);
      if (result.notOk + result.broken > 0) {
        throw new Error(
          `${result.notOk} responses were not 200, and ${result.broken} connections broke (${result.ok} responses were 200).`,
        );
      }
      return result;
    },
  };
}
