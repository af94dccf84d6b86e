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

/** The field as it stands on the page, by the attribute that `getInputProps` gives it. */
const nodeOf = (field: string) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`);

/** Puts the focus on the first field with a fault that the page shows; scrolls it clear of what is sticky. */
export function focusFirstFault(faults: Record<string, unknown>): void {
  const first = Object.keys(faults)
    .map(nodeOf)
    .find((node) => node !== null);
  first?.focus();
}

/**
 * Puts the faults that the service found at the fields that the page shows, and the focus on the first of them. What has
 * none there comes back as a sentence, to be shown above the form's buttons; nothing comes back when every fault has one.
 */
export function usePlaceFaults() {
  const failureText = useFailureText();
  const faultText = useFaultText();
  return <Values extends Record<string, unknown>>(
    form: UseFormReturnType<Values>,
    error: unknown,
  ): string | undefined => {
    const placed: Record<string, string> = {};
    const rest: string[] = [];
    for (const fault of failureOf(error).faults) {
      const field = fieldOf(fault.pointer);
      if (nodeOf(field)) placed[field] = faultText(fault);
      else rest.push(field === "" ? faultText(fault) : `${field}: ${faultText(fault)}`);
    }
    form.setErrors(placed);
    if (Object.keys(placed).length === 0) return rest.length > 0 ? rest.join(" ") : failureText(error);
    focusFirstFault(placed);
    return rest.length > 0 ? rest.join(" ") : undefined;
  };
}
