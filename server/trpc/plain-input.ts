import { faulty } from "@/server/core/errors";
import { faultsOfJson } from "@/server/http/json-faults";

/** 400 for an input that is not JSON as the service takes it: no NUL, no lone surrogate, not nested too deep. */
export function refuseForeign(input: unknown): void {
  const faults = faultsOfJson(input);
  if (faults.length > 0) throw faulty(faults);
}
