import { faulty } from "./errors";
import { faultsOfJson } from "./json-faults";

/**
 * Refuses input that the service cannot store.
 *
 * @throws 400 for a NUL, a lone surrogate or too deep nesting.
 */
export function refuseForeign(input: unknown): void {
  const faults = faultsOfJson(input);
  if (faults.length > 0) throw faulty(faults);
}
