import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["scans"];

export type OneScan = Outputs["get"];
export type ScanAssessment = Outputs["assessment"];
export type Suspicious = Extract<ScanAssessment, { state: "suspicious" }>;
export type Around = Outputs["neighbours"]["ofItem"];
type ListInput = NonNullable<inferRouterInputs<AppRouter>["scans"]["list"]>;

/** Filter of the list of scans. */
export type ScanFilter = NonNullable<ListInput["filter"]>;
export type ScanSort = NonNullable<ListInput["sort"]>;
