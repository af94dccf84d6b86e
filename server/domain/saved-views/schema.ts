import { z } from "zod";
import type { VIEW_LISTS } from "@/db/schema/saved-views";
import { normalQuery } from "@/server/core/normal-query";
import { Name } from "@/server/domain/shared/name";

/** Repeats the values of the table, so that browsers do not load the table. */
export const LISTS = [
  "items",
  "groups",
  "scans",
  "files",
  "deliveries",
  "unregisteredCodes",
  "cases",
] as const satisfies typeof VIEW_LISTS;
export type List = (typeof LISTS)[number];

/** Of one member in one list, and of all members together in one list. */
export const MAX_PRIVATE_VIEWS = 50;
export const MAX_SHARED_VIEWS = 100;
const MAX_QUERY_CHARACTERS = 2_000;

/** The query of a list's address: filters, sort, search and columns. */
export const ViewQuery = z
  .string()
  .max(MAX_QUERY_CHARACTERS)
  .transform(normalQuery)
  .pipe(z.string().max(MAX_QUERY_CHARACTERS));

export const NewView = z.object({
  list: z.enum(LISTS),
  name: Name,
  query: ViewQuery,
  isShared: z.boolean(),
});
export type NewView = z.output<typeof NewView>;

/** The changes of a view; absent fields stay. */
export const ViewChanges = NewView.omit({ list: true }).partial();
export type ViewChanges = z.output<typeof ViewChanges>;
