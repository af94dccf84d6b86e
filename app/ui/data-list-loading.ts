"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { ListQuery } from "./list-query";

/** Beyond these, the button loads more: renewing a list asks again for all of its pages. */
const MAX_ROWS_BY_SCROLLING = 1_000;
/** A list with more content than this below its end loads nothing by itself, or that content could not be reached. */
const MAX_BELOW_PX = 256;
/** Pages without rows, such as those of a search that ran out of time, that are followed by themselves. */
const MAX_EMPTY_PAGES = 3;

const canLoad = ({ hasMore, isLoading, isLoadingMore, isStale, failure }: ListQuery<unknown>) =>
  hasMore && !isLoading && !isLoadingMore && !isStale && failure === undefined;

/** Loads the next page when the page is scrolled down and the list's end comes near; each last row asks once. */
export function useLoadOnScroll(query: ListQuery<unknown>, foot: RefObject<HTMLElement | null>): void {
  const latest = useRef(query);
  latest.current = query;

  useEffect(() => {
    // The page may have been scrolled before its scripts ran.
    let before = 0;
    let asked: unknown;
    const onScroll = () => {
      const isDown = window.scrollY > before;
      before = window.scrollY;
      const { rows, loadMore } = latest.current;
      if (!isDown || !foot.current || asked === rows.at(-1) || !canLoad(latest.current)) return;
      if (rows.length >= MAX_ROWS_BY_SCROLLING) return;
      const { top, bottom } = foot.current.getBoundingClientRect();
      const below = document.documentElement.scrollHeight - window.scrollY - bottom;
      if (top > 2 * window.innerHeight || below > MAX_BELOW_PX) return;
      asked = rows.at(-1);
      loadMore();
    };
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [foot]);

  useEmptyPages(query);
}

/** Follows pages that came without rows, a few times in a row. */
function useEmptyPages(query: ListQuery<unknown>): void {
  const count = query.rows.length;
  const lastCount = useRef(0);
  const wasLoading = useRef(false);
  const pages = useRef(0);
  useEffect(() => {
    const hasCome = wasLoading.current && !query.isLoadingMore;
    const isSame = count === lastCount.current;
    wasLoading.current = query.isLoadingMore;
    if (!query.isLoadingMore) lastCount.current = count;
    if (query.isLoading || query.isStale || !isSame) pages.current = 0;
    const isEmpty = count === 0 || (hasCome && isSame);
    if (!isEmpty || !canLoad(query) || pages.current >= MAX_EMPTY_PAGES) return;
    pages.current += 1;
    query.loadMore();
  });
}
