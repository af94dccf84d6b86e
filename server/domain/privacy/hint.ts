import type { Subject } from "./schema";

const HINT_CHARACTERS = 8;

/** What people know a subject by again, where its hash is kept no longer. */
export const hintOf = (subject: Subject): string =>
  "scan" in subject ? subject.scan : `${subject.device.slice(0, HINT_CHARACTERS)}…`;
