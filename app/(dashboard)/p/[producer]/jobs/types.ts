import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["jobs"];

export type ListedJob = Outputs["list"]["entries"][number];
export type OpenedJob = Outputs["get"];
