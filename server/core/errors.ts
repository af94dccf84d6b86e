/** Kinds of refusal and their status in the API (the specification's Errors part, plus 429, 405 and 503). */
export const STATUS_OF = {
  invalid: 400,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooManyRequests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof STATUS_OF;

/** One fault of an input. `pointer` is a JSON pointer into the body, or begins with `/path`, `/query` or `/headers`. */
export interface Fault {
  pointer: string;
  message: string;
}

/** Some messages repeat the input, which may be long. */
const MAX_MESSAGE_CHARACTERS = 1_000;
const cut = (message: string) =>
  message.length > MAX_MESSAGE_CHARACTERS
    ? `${message.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…`
    : message;

/** A refusal that the caller may read: names the object and the reason. Every other error is internal. */
export class AppError extends Error {
  constructor(
    readonly kind: ErrorKind,
    /** A stable machine word, such as `item-invalidated`. */
    readonly code: string,
    message: string,
    readonly details: { faults?: Fault[]; headers?: Record<string, string> } = {},
    /** For the log: why the service refuses. */
    cause?: unknown,
  ) {
    super(cut(message), { cause });
  }
}

/** The refusal in a thrown error or its causes: Drizzle wraps errors. */
export const refusalIn = (thrown: unknown): AppError | undefined =>
  thrown instanceof AppError ? thrown : thrown instanceof Error ? refusalIn(thrown.cause) : undefined;

/** A person reads no more faults. */
export const MAX_FAULTS = 100;
const MAX_POINTER_CHARACTERS = 200;

/** Extends a JSON pointer by a key. Long keys are cut, because people read faults. */
export const pointerTo = (parent: string, key: PropertyKey) =>
  `${parent}/${String(key).slice(0, MAX_POINTER_CHARACTERS).replaceAll("~", "~0").replaceAll("/", "~1")}`
    .slice(0, MAX_POINTER_CHARACTERS)
    .toWellFormed();

/** A Zod issue, as far as faults need it. */
interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** Converts the first issues of an input to faults; `start` is the pointer to the input itself. */
export const faultsOf = (issues: readonly Issue[], start = ""): Fault[] =>
  issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => ({ pointer: path.reduce(pointerTo, start), message: cut(message) }));

/** The refusal of faulty input. */
export const faulty = (faults: Fault[]) =>
  invalid("invalid-input", "The request has faults.", faults.slice(0, MAX_FAULTS));

export const invalid = (code: string, message: string, faults?: Fault[]) =>
  new AppError("invalid", code, message, faults ? { faults } : {});

export const forbidden = (code: string, message: string) => new AppError("forbidden", code, message);

/** The refusal to act for a suspended producer. */
export const producerSuspended = () =>
  forbidden("producer-suspended", "An admin of the service has suspended this producer.");

/** The refusal to change a closed producer. */
export const producerClosed = (id: string) =>
  conflict("producer-closed", `Producer ${id} is closed, and that is final.`);

/** The refusal of every change by visitors of the public demo, and of changes to it. */
export const demoReadOnly = () => forbidden("demo-read-only", "This is a demo: nothing can be changed here.");

export const notFound = (code: string, message: string) => new AppError("notFound", code, message);

export const conflict = (code: string, message: string) => new AppError("conflict", code, message);

const RETRY_AFTER_SECONDS = "5";

/** The refusal while the database or the file store is away (contract: an extension like 429). */
export const unavailable = (cause: unknown) =>
  new AppError(
    "unavailable",
    "unavailable",
    "A part of the service, such as its database, does not answer. Try again later.",
    { headers: { "retry-after": RETRY_AFTER_SECONDS } },
    cause,
  );
