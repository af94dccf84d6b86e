import { randomBytes } from "node:crypto";

const ofProcess = randomBytes(6).toString("hex");
let count = 0;

/** Returns a new id that identifies one request in answers, logs and histories. */
export const newRequestId = () => `${ofProcess}-${(++count).toString(36)}`;
