import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { AppRouter } from "@/server/trpc/root";

/** The procedures of a producer's pages, as options for react-query. */
export type Calls = TRPCOptionsProxy<AppRouter, { keyPrefix: true }>;
