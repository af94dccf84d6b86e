import { sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { shownOf } from "./shown";

/** The title that an item is shown by everywhere, of any query of items: the group's where that has one. */
export const shownTitle = shownOf(
  sql`coalesce((select own.title from ${groups} own where own.id = ${items.groupId}), ${items.title})`,
);
