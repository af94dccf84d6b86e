import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type Trend = inferRouterOutputs<AppRouter>["stats"]["trend"];
export type Bar = Trend["bars"][number];
