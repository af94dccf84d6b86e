import { type Fault, faultsOf, MAX_FAULTS } from "@/server/core/errors";

/** The JSON of a call, also in the notation of the database. */
export const MAX_BODY_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

/** The reason why the database cannot store a text; undefined if it can. */
export function faultOfText(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain a NUL character";
  return text.isWellFormed() ? undefined : "must not contain a lone surrogate";
}

/**
 * Checks parsed JSON for values that no part of the service accepts, and removes `__proto__` keys. Builds pointers for
 * faults only, whose number is bounded. Bytes of a decoded file have no faults.
 */
export function faultsOfJson(root: unknown): Fault[] {
  const faults: Fault[] = [];
  /** The keys and indexes of the current value. */
  const path: PropertyKey[] = [];
  const note = (message: string, key?: string) => {
    const keys = key === undefined ? path : [...path, key];
    const [fault] = faultsOf([{ path: keys, message }]);
    if (fault) faults.push({ ...fault, pointer: fault.pointer.replaceAll("\0", "\uFFFD") });
  };
  const visitText = (text: string, key?: string) => {
    const fault = faultOfText(text);
    if (fault) note(fault, key);
  };
  const visit = (value: unknown): void => {
    if (faults.length === MAX_FAULTS) return;
    if (typeof value === "string") visitText(value);
    else if (typeof value === "number") {
      if (!Number.isFinite(value)) note("is a number out of range");
    } else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
      if (path.length === MAX_DEPTH) note(`must not be nested deeper than ${MAX_DEPTH} levels`);
      else if (Array.isArray(value)) visitArray(value);
      else visitObject(value);
    }
  };
  const visitArray = (values: unknown[]) => {
    for (let i = 0; i < values.length && faults.length < MAX_FAULTS; i++) {
      path.push(i);
      visit(values[i]);
      path.pop();
    }
  };
  const visitObject = (object: object) => {
    if (Object.hasOwn(object, "__proto__")) Reflect.deleteProperty(object, "__proto__");
    for (const key of Object.keys(object)) {
      if (faults.length === MAX_FAULTS) return;
      visitText(key, key);
      path.push(key);
      visit(Reflect.get(object, key));
      path.pop();
    }
  };
  visit(root);
  return faults;
}

/** Patterns without which JSON has no fault, except for nesting, which needs many brackets. */
const SUSPICIOUS = /\\u|__proto__|\d[eE]\+?\d{3}|\d{200}/;
/** Longer texts are always checked: that is faster than scanning their characters first. */
const MAX_SKIPPED_CHARACTERS = 16_384;

/** Whether a JSON text needs a full check: most texts contain nothing that could be a fault. */
export function mayHaveFaults(text: string): boolean {
  if (text.length > MAX_SKIPPED_CHARACTERS || SUSPICIOUS.test(text)) return true;
  let opened = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code === 0x5b || code === 0x7b) && ++opened > MAX_DEPTH) return true;
  }
  return false;
}
