import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["codes"];

export type ListedBatch = Outputs["batches"]["entries"][number];
export type OpenedBatch = Outputs["batch"];
