import type { Item } from "@/db/schema/items";
import { jobChanges } from "@/db/schema/job-changes";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { PageByNumber } from "@/server/data/keyset";
import { ownedGroup } from "@/server/domain/groups/read";
import type { ItemFilter } from "@/server/domain/items/filter";
import { findItemKeys } from "@/server/domain/items/list";
import type { Refused, Step } from "@/server/domain/jobs/progress";
import { requestJob } from "@/server/domain/jobs/request";
import { type Count, countAll, frozen } from "@/server/domain/shared/count";
import { editorOf, refusalOf } from "./edit";
import { type ItemChange, type ItemEdit, type ItemSelection, isUndoable } from "./schema";
import { nextSelected } from "./select";

/**
 * Changes the next selected items of a job by the rules for a single one. Items that refuse the change are counted, and never
 * stop the others.
 */
export async function itemChangeBatch(
  ctx: Ctx,
  { selection, change }: ItemChange,
  cursor: unknown,
  jobId: string,
): Promise<Step> {
  const editor = await editorOf(ctx, change);
  const { items, missing, count, cursor: next } = await nextSelected(ctx, selection, cursor);
  const refusals: Refused[] = [...missing];
  const passed: Item[] = [];
  for (const item of items) {
    try {
      editor.refuse(item);
      passed.push(item);
    } catch (error) {
      refusals.push({ id: item.identifier, code: refusalOf(error) });
    }
  }
  const changing = passed.filter((item) => !editor.keeps?.(item));
  await editor.apply(changing);
  if (isUndoable(change.action) && changing.length > 0)
    await ctx.db
      .insert(jobChanges)
      .values(changing.map(({ id, historyLength }) => ({ jobId, itemId: id, position: historyLength + 1 })));
  const counts = { changed: changing.length, unchanged: passed.length - changing.length };
  return { cursor: next, done: count, counts, refusals };
}

const nameOfSelection = (selection: ItemSelection): string =>
  "identifiers" in selection
    ? selection.identifiers.slice(0, 20).join(", ")
    : (selection.filter.search ?? "");

/** The name of a change in lists of jobs: the group, the new value, the key, or the reason. */
async function nameOf(ctx: Ctx, { selection, change }: ItemChange): Promise<string> {
  const titleOf = async (groupId: string) => (await ownedGroup(ctx, groupId)).title ?? groupId;
  const named = async (edit: ItemEdit): Promise<string | null | undefined> => {
    switch (edit.action) {
      case "addToGroup":
        return titleOf(edit.groupId);
      case "removeFromGroup":
        return edit.groupId && titleOf(edit.groupId);
      case "setTitle":
        return edit.title;
      case "setImage":
        return edit.image;
      case "setData":
        return edit.key;
      case "invalidate":
        return edit.reason;
      case "delete":
        return undefined;
    }
  };
  return (await named(change)) || nameOfSelection(selection);
}

/** Counts the caller's items that match a filter. */
export const countItems = (ctx: Ctx, filter: ItemFilter): Promise<Count> =>
  countAll(ctx, PageByNumber, (page) => findItemKeys(ctx, filter, page));

async function totalOf(ctx: Ctx, selection: ItemSelection): Promise<number | null> {
  if ("identifiers" in selection) return new Set(selection.identifiers).size;
  const { count, isComplete } = await countItems(ctx, selection.filter);
  return isComplete ? count : null;
}

/**
 * Changes items as a job: few at once, many in the background.
 * @throws the refusal of the change as a whole, such as 404 for an absent group
 */
export const requestItemChange = (ctx: Ctx, asked: ItemChange): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const { selection } = asked;
    const input = {
      ...asked,
      selection: "identifiers" in selection ? selection : { filter: frozen(selection.filter) },
    };
    const [name, total] = [await nameOf(ctx, input), await totalOf(ctx, input.selection)];
    return requestJob(ctx, { kind: "itemChange", input, name, total }, (ctx, jobId) =>
      itemChangeBatch(ctx, input, null, jobId),
    );
  });
