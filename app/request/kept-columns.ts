import { COLUMN_LISTS, columnsCookie, type KeptColumns } from "@/app/ui/columns/cookie";
import { keptChoice } from "./request";

/** The columns that this browser's cookies store, by list. */
export async function keptColumns(): Promise<KeptColumns> {
  const entries = COLUMN_LISTS.map(async (list) => [list, await keptChoice(columnsCookie(list))] as const);
  return Object.fromEntries((await Promise.all(entries)).filter(([, choice]) => choice !== undefined));
}
