import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type OnePerson = inferRouterOutputs<AppRouter>["admin"]["person"];
