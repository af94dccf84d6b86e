import type { Subject } from "./schema";

const HINT_CHARACTERS = 8;

/** A short name of a subject, which stays readable after its hash is deleted. */
export const hintOf = (subject: Subject): string =>
  "scan" in subject ? subject.scan : `${subject.device.slice(0, HINT_CHARACTERS)}…`;
