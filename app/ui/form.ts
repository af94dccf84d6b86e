"use client";

import type { UseFormReturnType } from "@mantine/form";
import { failureOf, useFailureText, useFaultText } from "./failure";

/** Form field of a JSON pointer: `/verificationinfos/0/label` becomes `verificationinfos.0.label`. */
const fieldOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

/** Element of a field, found by the attribute that `getInputProps` sets. */
const nodeOf = (field: string) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`);

/** Focus the first faulty field on the page, scrolled clear of sticky elements. */
export function focusFirstFault(faults: Record<string, unknown>): void {
  const first = Object.keys(faults)
    .map(nodeOf)
    .find((node) => node !== null);
  first?.focus();
}

/** What faults need of a form of any values. */
type Form = Pick<UseFormReturnType<object>, "setErrors">;

/**
 * Attach the service's faults to the fields on the page and focus the first. Faults without a field are returned as a
 * sentence for the top of the form's buttons; undefined if every fault has a field.
 */
export function usePlaceFaults() {
  const failureText = useFailureText();
  const faultText = useFaultText();
  return (form: Form, error: unknown): string | undefined => {
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
