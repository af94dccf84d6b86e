import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["alerts"];

export type ListedAlert = Outputs["list"]["entries"][number];
export type OneAlert = Outputs["get"];
export type AlertFigures = ListedAlert["evidence"]["figures"];
export type AlertCondition = ListedAlert["condition"];
export type ListedRule = Outputs["rules"]["rules"][number];
export type BackTest = Outputs["backTest"];
export type Told = OneAlert["told"][number];
export type AlertDelivery = OneAlert["deliveries"][number];
export type Concentration = Outputs["concentration"];
export type ListedChannel = inferRouterOutputs<AppRouter>["alertChannels"]["list"][number];
