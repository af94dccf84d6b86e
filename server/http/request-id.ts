import { randomBytes } from "node:crypto";
import { tracedRequestId } from "@/server/platform/caller-network";

const ofProcess = randomBytes(6).toString("hex");
let count = 0;

/** Returns the id that identifies the current request in answers, logs and histories: that of its trace, or a new one. */
export const newRequestId = () => tracedRequestId() ?? `${ofProcess}-${(++count).toString(36)}`;
