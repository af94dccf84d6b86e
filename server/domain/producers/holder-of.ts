import { and, eq, exists, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { alertChannels } from "@/db/schema/alert-channels";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { cases } from "@/db/schema/cases";
import { contents } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { jobs } from "@/db/schema/jobs";
import { memberships } from "@/db/schema/memberships";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { Identifier } from "@/server/domain/items/schema";
import { isId } from "@/server/platform/ids";

type Data = Pick<Ctx, "db">;

const KINDS = ["alert", "case", "channel", "content", "group", "hook", "job", "rule", "scan"] as const;

/** An object that a page can show. */
export const Held = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("item"), id: Identifier }),
  z.object({ kind: z.enum(KINDS), id: z.string().refine(isId) }),
]);
export type Held = z.output<typeof Held>;

const TABLES = {
  alert: alerts,
  case: cases,
  channel: alertChannels,
  content: contents,
  group: groups,
  hook: hooks,
  job: jobs,
  rule: alertRules,
  scan: scans,
};

/** Selects the object if it belongs to the producer of the membership. */
function heldBy({ db }: Data, { kind, id }: Held) {
  const ofMember = memberships.producerId;
  const found = { found: sql`1` };
  if (kind === "item") {
    const isIt = and(eq(items.identifier, id), eq(items.producerId, ofMember), isNull(items.deletedAt));
    return db.select(found).from(items).where(isIt);
  }
  const table = TABLES[kind];
  const isNotDeleted = "deletedAt" in table ? isNull(table.deletedAt) : undefined;
  return db
    .select(found)
    .from(table)
    .where(and(eq(table.id, id), eq(table.producerId, ofMember), isNotDeleted));
}

/** Finds the producer of an object among a person's producers; undefined if none of them has it. */
export async function holderOf(
  { db }: Data,
  personId: string,
  held: Held,
): Promise<{ id: string; name: string } | undefined> {
  const [holder] = await db
    .select({ id: producers.id, name: producers.name })
    .from(memberships)
    .innerJoin(producers, eq(producers.id, memberships.producerId))
    .where(
      and(
        eq(memberships.personId, personId),
        // Inspectors see no such page.
        ne(memberships.role, "inspector"),
        exists(heldBy({ db }, held)),
      ),
    )
    .orderBy(producers.sandbox)
    .limit(1);
  return holder;
}
