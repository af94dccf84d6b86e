import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
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

export interface FoundView extends Pick<ListedView, "id" | "list" | "name" | "query"> {
  /** The webhook whose deliveries a view shows. */
  hook: { id: string; url: string } | null;
}

/**
 * Finds the views that the calling member sees by a fragment of their names. A view of deliveries shows those of any
 * webhook: it is found once for each of the newest ones.
 */
export function findViews(ctx: Ctx, fragment: string, limit: number): Promise<FoundView[]> {
  const { producerId, actor } = callingProducer(ctx);
  const { id, list, name, query } = savedViews;
  const newest = ctx.db
    .select({ id: hooks.id, url: hooks.url, createdAt: hooks.createdAt })
    .from(hooks)
    .where(and(eq(hooks.producerId, producerId), isNull(hooks.deletedAt)))
    .orderBy(desc(hooks.createdAt), desc(hooks.id))
    .limit(limit)
    .as("newest");
  return ctx.db
    .select({ id, list, name, query, hook: { id: newest.id, url: newest.url } })
    .from(savedViews)
    .leftJoin(newest, eq(list, "deliveries"))
    .where(
      and(
        isSeenBy({ producerId, personId: actor.id }),
        or(ne(list, "deliveries"), isNotNull(newest.id)),
        contains(sql`${name}`, fragment),
      ),
    )
    .orderBy(...byName, desc(newest.createdAt), desc(newest.id))
    .limit(limit);
}
