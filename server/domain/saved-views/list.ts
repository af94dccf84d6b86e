import { and, asc, eq, ne, sql } from "drizzle-orm";
import { people } from "@/db/schema/people";
import { savedViews } from "@/db/schema/saved-views";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { contains } from "@/server/data/text-search";
import { callingMember, isSeenBy, mayChange, versionOfView } from "./access";
import { type List, MAX_PRIVATE_VIEWS, MAX_SHARED_VIEWS } from "./schema";

/** A saved view as a member sees it. */
export interface ListedView {
  id: string;
  list: List;
  name: string;
  query: string;
  /** Whether all members see it. */
  isShared: boolean;
  /** Whether the caller saved it. */
  isMine: boolean;
  /** Who saved it; null once the person is erased. */
  owner: string | null;
  mayChange: boolean;
  version: string;
}

const byName = [asc(sql`lower(${savedViews.name})`), asc(savedViews.id)];

/** Lists the views of a list that the calling member sees, by name. */
export async function listViews(ctx: Ctx, list: List): Promise<ListedView[]> {
  const member = await callingMember(ctx);
  const rows = await ctx.db
    .select({ view: savedViews, owner: people.name })
    .from(savedViews)
    .leftJoin(people, eq(people.id, savedViews.ownerId))
    .where(and(isSeenBy(member), eq(savedViews.list, list)))
    .orderBy(...byName)
    .limit(MAX_PRIVATE_VIEWS + MAX_SHARED_VIEWS);
  return rows.map(({ view, owner }) => ({
    id: view.id,
    list: view.list,
    name: view.name,
    query: view.query,
    isShared: view.privateTo === null,
    isMine: view.ownerId === member.personId,
    owner,
    mayChange: mayChange(member, view),
    version: versionOfView(view),
  }));
}

export type FoundView = Pick<ListedView, "id" | "list" | "name" | "query">;

/**
 * Finds the views that the calling member sees by a fragment of their names. Those of deliveries are left out: they have
 * no page without a webhook.
 */
export function findViews(ctx: Ctx, fragment: string, limit: number): Promise<FoundView[]> {
  const { producerId, actor } = callingProducer(ctx);
  const { id, list, name, query } = savedViews;
  return ctx.db
    .select({ id, list, name, query })
    .from(savedViews)
    .where(
      and(
        isSeenBy({ producerId, personId: actor.id }),
        ne(list, "deliveries"),
        contains(sql`${name}`, fragment),
      ),
    )
    .orderBy(...byName)
    .limit(limit);
}
