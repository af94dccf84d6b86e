import pino from "pino";
import { env } from "./env";

/** JSON lines on standard output. Headers, bodies, credentials and addresses are never logged. */
export const log = pino({ level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
