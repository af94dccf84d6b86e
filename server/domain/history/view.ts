import type { HistoryEntry } from "@/db/schema/history";

/** A history entry as `{id, data}`. */
export const historyEntryView = (entry: HistoryEntry, identifier: string) => ({
  id: entry.id,
  data: {
    identifier,
    action: entry.action,
    timestamp: entry.timestamp.getTime(),
    actor: { type: entry.actorType, id: entry.actorId, name: entry.actorName },
    changes: entry.changes,
    requestId: entry.requestId,
  },
});
