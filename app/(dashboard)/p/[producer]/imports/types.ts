import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["imports"];

export type ListedImport = Outputs["list"][number];
export type OpenedImport = Outputs["get"];
export type ShownRow = Outputs["preview"][number];
export type ImportKind = ListedImport["kind"];
