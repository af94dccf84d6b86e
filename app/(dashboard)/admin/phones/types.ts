import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

export type Rule = inferRouterOutputs<AppRouter>["admin"]["phoneRules"][number];
export type PhoneRuleFields = Pick<Rule, "minimumVersion" | "physicalOnly" | "unsupportedModels">;
export const FIELDS = ["minimumVersion", "physicalOnly", "unsupportedModels"] as const;
