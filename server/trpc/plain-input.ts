import type { Fault } from "@/server/errors";
import { faulty } from "@/server/errors";
import { faultsOfJson } from "@/server/rest/input";

const isPlain = (value: object) => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/** Whatever is neither JSON nor `undefined`, which the transformer could bring: dates, maps, errors, large numbers. */
function foreignFaults(root: unknown): Fault[] {
  const waiting = [root];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") {
      return [{ pointer: "", message: "must be JSON" }];
    }
    if (typeof value !== "object" || value === null) continue;
    if (!isPlain(value)) return [{ pointer: "", message: "must be JSON" }];
    for (const member of Object.values(value)) if (member !== undefined) waiting.push(member);
  }
  return [];
}

/** 400 for an input that is not JSON as the service takes it: no NUL, no lone surrogate, not nested too deep. */
export function refuseForeign(input: unknown): void {
  const faults = faultsOfJson(input);
  if (faults.length > 0) throw faulty(faults);
  const foreign = foreignFaults(input);
  if (foreign.length > 0) throw faulty(foreign);
}
