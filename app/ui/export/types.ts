import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

/** A list with its filter. */
export type ExportedList = inferRouterInputs<AppRouter>["exports"]["describe"];

export const FORMATS = ["csv", "xlsx", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];
