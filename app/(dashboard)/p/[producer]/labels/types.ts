import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { LabelSettings } from "@/server/domain/labels/schema";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["labels"];

export type Source = inferRouterInputs<AppRouter>["labels"]["preview"]["source"];
export type Previewed = Outputs["preview"];
export type SavedLayout = Outputs["layouts"]["layouts"][number];

/** The settings of a form, and how to change them. */
export interface Edited {
  settings: LabelSettings;
  change: (part: Partial<LabelSettings>) => void;
}
