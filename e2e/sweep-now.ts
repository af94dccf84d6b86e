import { runCommand } from "@/server/cli/command";
import { sweepOrphans } from "@/server/domain/contents/sweep";
import { runtime } from "@/server/runtime/runtime";

// Run beside a service: sweeps at once, without the hour that the service waits.

runCommand({
  usage: "usage: sweep-now",
  read: (args) => (args.length === 0 ? true : undefined),
  work: async () => {
    const removed = await sweepOrphans(runtime().database, { keptBefore: new Date() });
    console.log(JSON.stringify({ removed }));
    return 0;
  },
});
