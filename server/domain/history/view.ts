import type { HistoryEntry } from "@/db/schema/history";
import { jsonObject } from "@/server/data/json-text";
import type { HistoryEntryAsText } from "./read";

const fieldsOf = (entry: Omit<HistoryEntry, "changes">, identifier: string) => ({
  identifier,
  action: entry.action,
  timestamp: entry.timestamp.getTime(),
  actor: { type: entry.actorType, id: entry.actorId, name: entry.actorName },
  requestId: entry.requestId,
});

/** A history entry as `{id, data}`. */
export const historyEntryView = (entry: HistoryEntry, identifier: string) => ({
  id: entry.id,
  data: { ...fieldsOf(entry, identifier), changes: entry.changes },
});

/** The same as JSON text: passes on the changes as the database returns them, because they may be large. */
export const historyEntryJson = ({ changes, ...entry }: HistoryEntryAsText, identifier: string): string =>
  jsonObject({ id: JSON.stringify(entry.id), data: jsonObject({ changes }, fieldsOf(entry, identifier)) });
