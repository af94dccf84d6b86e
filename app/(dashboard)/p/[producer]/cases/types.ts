import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["cases"];
type Inputs = inferRouterInputs<AppRouter>["cases"];

export type ListedCase = Outputs["list"]["entries"][number];
export type OneCase = Outputs["get"];
export type CaseFilter = NonNullable<Inputs["list"]["filter"]>;
export type CaseSort = NonNullable<Inputs["list"]["sort"]>;
export type CasePerson = OneCase["people"][number];
export type TimelineEntry = Outputs["timeline"]["entries"][number];
export type EvidencePack = Outputs["packs"][number];
export type Suggestions = Outputs["suggestions"];
export type Links = { kind: Inputs["of"]["kind"]; refs: string[] };
