"use client";

import type { UseFormReturnType } from "@mantine/form";
import { failureOf, useFailureText, useFaultText } from "./failure";

/** `/verificationinfos/0/label` as forms name it: `verificationinfos.0.label`. */
const fieldOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

/**
 * Puts the faults that the service found at the form's fields, and the focus on the first of them. What fits no field
 * comes back as a sentence, to be shown above the form's buttons; nothing comes back when every fault has its field.
 */
export function usePlaceFaults() {
  const failureText = useFailureText();
  const faultText = useFaultText();
  return <Values extends Record<string, unknown>>(
    form: UseFormReturnType<Values>,
    error: unknown,
  ): string | undefined => {
    const fields = new Set(Object.keys(form.getValues()));
    const placed: Record<string, string> = {};
    const rest: string[] = [];
    for (const { pointer, message } of failureOf(error).faults) {
      const field = fieldOf(pointer);
      if (fields.has(field.split(".")[0] ?? "")) placed[field] = faultText(message);
      else rest.push(faultText(message));
    }
    form.setErrors(placed);
    const [first] = Object.keys(placed);
    if (first === undefined) return failureText(error);
    form.getInputNode(first)?.focus();
    return rest.length > 0 ? rest.join(" ") : undefined;
  };
}
