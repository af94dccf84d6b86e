import { sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { shownOf } from "./shown";

/** The title that every list shows for an item, for any query of `items`: the group's where it has one. */
export const shownTitle = shownOf(
  sql`coalesce((select own.title from ${groups} own where own.id = ${items.groupId}), ${items.title})`,
);
