import { and, eq, isNull, or, type SQL } from "drizzle-orm";
import type { Role } from "@/db/schema/memberships";
import { type SavedView, savedViews } from "@/db/schema/saved-views";
import { isAtLeast } from "@/server/auth/roles";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { lockMembers, roleOfMember } from "@/server/domain/members/named";
import { versionOf } from "@/server/domain/shared/version";
import { isId } from "@/server/platform/ids";

/** The calling member. */
export interface Member {
  producerId: string;
  personId: string;
  role: Role;
}

/** @throws 404 if the caller is no member of the producer */
export async function callingMember(ctx: Ctx): Promise<Member> {
  const { producerId, actor } = callingProducer(ctx);
  return { producerId, personId: actor.id, role: await roleOfMember(ctx, producerId, actor.id) };
}

/** The same for a change: roles, names and numbers of views stay as they are until the transaction ends. */
export async function changingMember(ctx: Ctx): Promise<Member> {
  await lockMembers(ctx, callingProducer(ctx).producerId);
  return callingMember(ctx);
}

/** Matches the views that a member sees: those of all members, and the member's own. */
export const isSeenBy = ({ producerId, personId }: Omit<Member, "role">): SQL | undefined =>
  and(
    eq(savedViews.producerId, producerId),
    or(isNull(savedViews.privateTo), eq(savedViews.privateTo, personId)),
  );

/** Whether a member may change and delete a view: a private one is theirs; of the shared ones, their own or, for owners, all. */
export const mayChange = (
  { personId, role }: Omit<Member, "producerId">,
  { privateTo, ownerId }: Pick<SavedView, "privateTo" | "ownerId">,
): boolean =>
  privateTo === personId || role === "owner" || (ownerId === personId && isAtLeast(role, "editor"));

/** @throws 403 for viewers */
export function refuseSharing({ role }: Member): void {
  if (!isAtLeast(role, "editor"))
    throw forbidden("role-too-low", `Views for all members need the role editor; yours is ${role}.`);
}

/**
 * A view that the member may change.
 * @throws 404 if the member sees no such view, 403 for another person's
 */
export async function changeableView(ctx: Ctx, member: Member, id: string): Promise<SavedView> {
  const [view] = isId(id)
    ? await ctx.db
        .select()
        .from(savedViews)
        .where(and(eq(savedViews.id, id), isSeenBy(member)))
    : [];
  if (!view) throw notFound("view-not-found", `There is no view ${id}.`);
  if (!mayChange(member, view))
    throw forbidden("view-of-another", `Only its owner, or an owner of the producer, changes view ${id}.`);
  return view;
}

/** The version of a view, by which a stale save is refused. */
export const versionOfView = ({ name, query, privateTo }: SavedView): string =>
  versionOf(name, query, privateTo === null);
