import { eq } from "drizzle-orm";
import { type Case, cases } from "@/db/schema/cases";
import type { Change } from "@/db/schema/history";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { recordAuditEvents } from "@/server/domain/audit-log/record";
import { changesBetween } from "@/server/domain/history/changes";
import { refuseStale } from "@/server/domain/shared/version";
import { addEntries } from "./entries";
import { peopleNamed, refuseStrangers } from "./owner";
import { fieldsOf, ownedCase, ownedCases, versionOfCase } from "./read";
import { type BulkChange, type CaseFields, isIn, MAX, NEXT, type State, UNDECIDED_STATES } from "./schema";

/**
 * The changes of fields as the timeline tells them: the owner by name, and of the summary only that it changed, because it may
 * hold personal data and the timeline stays.
 */
async function toldChanges(ctx: Ctx, before: CaseFields, after: CaseFields): Promise<Change[]> {
  const ids = [before.ownerId, after.ownerId].filter((id) => id !== null);
  const names = before.ownerId === after.ownerId ? new Map<string, string>() : await peopleNamed(ctx, ids);
  const told = ({ ownerId, ...rest }: CaseFields) => ({
    ...rest,
    owner: ownerId === null ? null : (names.get(ownerId) ?? ownerId),
  });
  return changesBetween(told(before), told(after)).map((change) =>
    change.path === "/summary" ? { path: change.path } : change,
  );
}

async function changeFields(ctx: Ctx, found: Case, after: CaseFields): Promise<Change[]> {
  const changes = await toldChanges(ctx, fieldsOf(found), after);
  if (changes.length === 0) return [];
  await ctx.db.update(cases).set(after).where(eq(cases.id, found.id));
  await addEntries(ctx, [{ caseId: found.id, kind: "changed", changes }]);
  return changes;
}

/**
 * Changes title, summary, owner, due date and tags.
 * @throws 400 for an owner who is no member, 404 if the caller has no such case
 * @throws {StaleVersion} if `seen` is given and no longer the version of the case
 */
export const updateCase = (ctx: Ctx, id: string, fields: CaseFields, seen?: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const found = await ownedCase(ctx, id);
    refuseStale(seen, versionOfCase(found));
    if (fields.ownerId !== null && fields.ownerId !== found.ownerId)
      await refuseStrangers(ctx, [fields.ownerId]);
    const changes = await changeFields(ctx, found, fields);
    if (changes.length === 0) return;
    const { producerId } = found;
    await recordAuditEvents(ctx, "caseChanged", [{ producerId, id, name: fields.title, changes }]);
  });

async function moveOne(ctx: Ctx, { id, state: from }: Case, state: State, text: string): Promise<void> {
  const now = new Date();
  const isUndecided = isIn(UNDECIDED_STATES, state);
  await ctx.db
    .update(cases)
    .set({
      state,
      ...(isUndecided ? { decidedAt: null } : isIn(UNDECIDED_STATES, from) ? { decidedAt: now } : {}),
      closedAt: state === "closed" ? now : null,
    })
    .where(eq(cases.id, id));
  await addEntries(ctx, [
    { caseId: id, kind: "moved", changes: [{ path: "/state", from, to: state }], ...(text ? { text } : {}) },
  ]);
}

/**
 * Moves cases to a state and notes why. Cases that are in it already stay.
 * @throws 404 unless the caller has them all, 409 if the state does not follow the one of some
 */
export const moveCases = (ctx: Ctx, ids: string[], state: State, text: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const moved = (await ownedCases(ctx, ids)).filter((one) => one.state !== state);
    for (const one of moved) {
      if (!isIn(NEXT[one.state], state)) {
        const why = `Case ${one.number} is ${one.state}; it cannot become ${state} from there.`;
        throw ids.length > 1 ? conflict("cases-cannot-become", why) : conflict("case-moved-on", why);
      }
      await moveOne(ctx, one, state, text);
    }
    await recordAuditEvents(
      ctx,
      "caseMoved",
      moved.map(({ id, producerId, title, state: from }) => ({
        producerId,
        id,
        name: title,
        changes: [{ path: "/state", from, to: state }],
      })),
    );
  });

/**
 * Changes many cases alike, all or none.
 * @throws as `updateCase` and `moveCases`; 409 where one would have too many tags
 */
export const changeCases = (
  ctx: Ctx,
  ids: string[],
  { state, ownerId, dueOn, addTags = [] }: BulkChange,
): Promise<{ changed: number }> =>
  inTransaction(ctx, async (ctx) => {
    const found = await ownedCases(ctx, ids);
    if (ownerId) await refuseStrangers(ctx, [ownerId]);
    const audited = [];
    for (const one of found) {
      const before = fieldsOf(one);
      const after = {
        ...before,
        ownerId: ownerId === undefined ? before.ownerId : ownerId,
        dueOn: dueOn === undefined ? before.dueOn : dueOn,
        tags: [...new Set([...before.tags, ...addTags])].toSorted(),
      };
      if (after.tags.length > MAX.tags)
        throw conflict("too-many-tags", `Case ${one.number} would have more than ${MAX.tags} tags.`);
      const changes = await changeFields(ctx, one, after);
      const { id, producerId, title } = one;
      if (changes.length > 0) audited.push({ producerId, id, name: title, changes });
    }
    await recordAuditEvents(ctx, "caseChanged", audited);
    if (state !== undefined) await moveCases(ctx, ids, state, "");
    return { changed: found.length };
  });
