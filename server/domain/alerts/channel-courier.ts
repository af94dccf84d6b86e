import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import { alertChannels } from "@/db/schema/alert-channels";
import { producers } from "@/db/schema/producers";
import { postToChannel } from "@/server/domain/alert-channels/post";
import type { Courier } from "./courier";

/** Tells chat channels that are enabled, of open producers. */
export const toChannel: Courier = {
  loop: "messagingChannels",
  of: "channel",
  isPossible: true,
  // Many, because a receiver that hangs takes seconds.
  atOnce: 50,
  async find({ db }, { id, producerId }) {
    const [channel] = await db
      .select(getTableColumns(alertChannels))
      .from(alertChannels)
      .innerJoin(producers, and(eq(producers.id, alertChannels.producerId), isNull(producers.closedAt)))
      .where(
        and(eq(alertChannels.id, id), eq(alertChannels.producerId, producerId), eq(alertChannels.isOn, true)),
      );
    if (!channel?.url) return undefined;
    const { url, kind, locale, quietHours } = channel;
    return {
      quietHours,
      send: async (told) => {
        const { isDone, answer } = await postToChannel({ id, url, kind, locale }, told);
        return isDone ? undefined : answer;
      },
    };
  },
};
