import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type OneProducer = inferRouterOutputs<AppRouter>["admin"]["producer"];
export type RatedProducer = inferRouterOutputs<AppRouter>["admin"]["producers"]["entries"][number];
