"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import type { ListQuery } from "./list-query";

/** Beyond these, the button loads more: renewing a list asks again for all of its pages. */
const MAX_ROWS_BY_SCROLLING = 1_000;
/** A list with more content than this below its end loads nothing by itself, or that content could not be reached. */
const MAX_BELOW_PX = 256;
/** Pages without rows, such as those of a search that ran out of time, that are followed by themselves. */
const MAX_EMPTY_PAGES = 3;

const canLoad = ({ hasMore, isLoading, isLoadingMore, isStale, failure }: ListQuery<unknown>) =>
  hasMore && !isLoading && !isLoadingMore && !isStale && failure === undefined;

function isNearEnd(foot: HTMLElement | null): boolean {
  if (!foot) return false;
  const { top, bottom } = foot.getBoundingClientRect();
  const below = document.documentElement.scrollHeight - window.scrollY - bottom;
  return top <= 2 * window.innerHeight && below <= MAX_BELOW_PX;
}

/**
 * Loads the next page when the page is scrolled down and the list's end comes near: once per scrolled page, and as soon
 * as it can be loaded, if that is later.
 */
export function useLoadOnScroll(query: ListQuery<unknown>, foot: RefObject<HTMLElement | null>): void {
  /** The number of loaded pages at whose end the reader is; the next one is due. */
  const [reached, setReached] = useState<number>();
  const pages = useRef(query.pages);
  pages.current = query.pages;

  useEffect(() => {
    // The page may have been scrolled before its scripts ran.
    let before = 0;
    const onScroll = () => {
      const isDown = window.scrollY > before;
      before = window.scrollY;
      if (isDown && isNearEnd(foot.current)) setReached(pages.current);
    };
    onScroll();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [foot]);

  useEffect(() => {
    if (reached === undefined) return;
    if (query.pages !== reached) setReached(undefined);
    else if (canLoad(query) && query.rows.length < MAX_ROWS_BY_SCROLLING && isNearEnd(foot.current))
      query.loadMore();
  });

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
