import { keptChoice } from "@/app/request/request";
import { COLUMN_LISTS, columnsCookie, type KeptColumns } from "./cookie";

/** The columns that this browser's cookies store, by list. */
export async function keptColumns(): Promise<KeptColumns> {
  const entries = COLUMN_LISTS.map(async (list) => [list, await keptChoice(columnsCookie(list))] as const);
  return Object.fromEntries((await Promise.all(entries)).filter(([, choice]) => choice !== undefined));
}
