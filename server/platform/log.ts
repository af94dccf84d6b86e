import pino from "pino";
import { env } from "./env";

/** An error for the log. Its cause replaces it: the message of a failed query names its parameters, which are personal data. */
function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "a value that is no Error was thrown" };
  if (error.cause instanceof Error) return loggedError(error.cause);
  const code = "code" in error ? { code: error.code } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack };
}

const FLUSH_INTERVAL_MS = 1_000;
/** Writes of this size arrive in a pipe whole: lines of several workers stay lines. */
const MAX_WRITE_BYTES = 4 * 1024;
const BUFFER_BYTES = 3 * 1024;

/** Buffered: one write to standard output per line would cost a tenth of the service's throughput. */
const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, maxWrite: MAX_WRITE_BYTES });
setInterval(() => output.flush(), FLUSH_INTERVAL_MS).unref();

/** JSON lines on standard output. Headers, bodies, credentials and addresses are never logged. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.epochTime,
    serializers: { err: loggedError },
  },
  output,
);
