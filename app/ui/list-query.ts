import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";

/** The data of a list, independent of the kind of query. */
export interface ListQuery<Row> {
  rows: Row[];
  /** The number of loaded pages. */
  pages: number;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** The rows belong to the previous filters or are being refetched. */
  isStale: boolean;
  /** Why nothing, or nothing newer, was loaded. */
  failure: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** The number of rows of all pages, once known; a rough one unless it is exact. */
  total?: { count: number; isExact: boolean };
}

/**
 * The rows of a keyset-paged query as one list:
 * `listOf(useInfiniteQuery(trpc.items.list.infiniteQueryOptions(filters, { getNextPageParam })), (page) => page.rows)`.
 */
export function listOf<Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page, unknown>, unknown>,
  rowsOf: (page: Page) => Row[],
  total?: { count: number; isExact: boolean },
): ListQuery<Row> {
  return {
    ...(total ? { total } : {}),
    rows: query.data?.pages.flatMap(rowsOf) ?? [],
    pages: query.data?.pages.length ?? 0,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    failure: query.isError ? query.error : undefined,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

/** The rows of a query without paging. */
export function wholeListOf<Data, Row>(
  query: UseQueryResult<Data, unknown>,
  rowsOf: (data: Data) => Row[],
): ListQuery<Row> {
  return {
    rows: query.data === undefined ? [] : rowsOf(query.data),
    pages: query.data === undefined ? 0 : 1,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    failure: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => {},
  };
}
