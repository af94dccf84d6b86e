import { eq } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { runCommand } from "@/server/cli/command";
import { runtime } from "@/server/runtime/runtime";

// Run beside a service: switches a webhook off, as the service does after 120 hours of failures.

runCommand({
  usage: "usage: switch-off-now HOOK-ID",
  read: ([id]) => id,
  work: async (id) => {
    await runtime().database.db.update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, id));
    return 0;
  },
});
