import type { VirtualItem } from "@tanstack/react-virtual";

/** Expected heights of rows that were not measured, in pixels. */
const ROW_PX = 44;
const CARD_PX = 190;

const MAX_LISTS = 20;
const lists = new Map<string, { width: number; items: VirtualItem[] }>();

/** Expected height of a row. */
export const usualHeight = (areCards: boolean): number => (areCards ? CARD_PX : ROW_PX);

/** The measured rows of a list that was left, so that Back finds the same rows at the same place. */
export function keptHeights(list: string, width: number): VirtualItem[] {
  const kept = lists.get(list);
  return kept?.width === width ? kept.items : [];
}

export function keepHeights(list: string, width: number, items: VirtualItem[]) {
  if (items.length === 0) return;
  lists.delete(list);
  lists.set(list, { width, items });
  const [oldest] = lists.keys();
  if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest);
}
