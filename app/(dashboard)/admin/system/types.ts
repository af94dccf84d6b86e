import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type SystemState = inferRouterOutputs<AppRouter>["admin"]["system"];
