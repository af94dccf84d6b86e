import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type ListedGroup = inferRouterOutputs<AppRouter>["groups"]["list"]["entries"][number];
/** The order of the list of groups. */
export type GroupSort = NonNullable<NonNullable<inferRouterInputs<AppRouter>["groups"]["list"]>["sort"]>;
export type FoundGroup = inferRouterOutputs<AppRouter>["groups"]["get"];
