import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type Sighted = inferRouterOutputs<AppRouter>["sightings"]["identifiers"]["entries"][number];
export type Report = inferRouterOutputs<AppRouter>["reports"]["list"]["entries"][number];
export type Sighting = inferRouterOutputs<AppRouter>["sightings"]["list"]["entries"][number];
