import type { VerdictName } from "@/app/ui/verdict";

export type AssessmentState = "pending" | "clear" | "suspicious";

/** Conclusion about a scan: `good` only if the verdict is original and no finding contradicts it. */
export type Tone = "good" | "attention" | "open";

export function toneOf(verdict: VerdictName, state: AssessmentState): Tone {
  if (verdict === "fake" || state === "suspicious") return "attention";
  return verdict === "original" && state === "clear" ? "good" : "open";
}
