import { randomBytes } from "node:crypto";

const process = randomBytes(6).toString("hex");
let count = 0;

/** An id that names one request in answers, logs and histories. */
export const newRequestId = () => `${process}-${(++count).toString(36)}`;
