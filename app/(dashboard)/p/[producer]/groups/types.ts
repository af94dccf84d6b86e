import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type ListedGroup = inferRouterOutputs<AppRouter>["groups"]["list"]["entries"][number];
export type FoundGroup = inferRouterOutputs<AppRouter>["groups"]["get"];
