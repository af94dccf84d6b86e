import pino from "pino";
import { env } from "./env";

/** An error for the log: its cause where it has one, since a failed query names its parameters, which are people's data. */
function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "something that is no error was thrown" };
  if (error.cause instanceof Error) return loggedError(error.cause);
  const code = "code" in error ? { code: error.code } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack };
}

const FLUSH_EVERY_MS = 1_000;
const BUFFER_BYTES = 8 * 1024;

/** A write to standard output for every line would cost a tenth of the service's speed. */
const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
setInterval(() => output.flush(), FLUSH_EVERY_MS).unref();

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
