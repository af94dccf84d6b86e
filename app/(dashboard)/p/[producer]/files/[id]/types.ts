import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type OneContent = inferRouterOutputs<AppRouter>["contents"]["get"];
