import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["map"];

export type AreaTotals = Outputs["area"];
export type AreaFakes = Outputs["areaFakes"];
