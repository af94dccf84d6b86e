import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["scans"];

export type OneScan = Outputs["get"];
export type ScanAssessment = Outputs["assessment"];
export type Suspicious = Extract<ScanAssessment, { state: "suspicious" }>;
