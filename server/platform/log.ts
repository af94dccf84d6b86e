import pino from "pino";
import { env } from "./env";

/** An error for the log: its cause where it has one, since a failed query names its parameters, which are people's data. */
function loggedError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "something that is no error was thrown" };
  if (error.cause instanceof Error) return loggedError(error.cause);
  const code = "code" in error ? { code: error.code } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack };
}

/** JSON lines on standard output. Headers, bodies, credentials and addresses are never logged. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: loggedError },
});
