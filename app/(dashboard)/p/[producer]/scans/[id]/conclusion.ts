import type { VerdictName } from "@/app/ui/verdict";

export type AssessmentState = "pending" | "clear" | "suspicious";

/** What a scan comes to: `good` only where the scanner said original and no finding contradicts it. */
export type Tone = "good" | "attention" | "open";

export function toneOf(verdict: VerdictName, state: AssessmentState): Tone {
  if (verdict === "fake" || state === "suspicious") return "attention";
  return verdict === "original" && state === "clear" ? "good" : "open";
}
