import { readJson, readLines } from "./bodies";
import { ApiError, errorOf, NetworkError } from "./errors";
import { List, type Page } from "./list";
import { delayBefore, isRetried, retryAfterMs, throwIfAborted, wait } from "./retry";

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

export interface Options {
  /** Address of the service, such as `https://assay.example`. */
  baseUrl: string;
  /** Token of the producer, or a function that gives it for each attempt. Keep it on servers. */
  token?: Token | undefined;
  /** Owner key of the producer, for the calls that create webhooks, where there is no token. */
  ownerKey?: Token | undefined;
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time of one attempt with its answer, in milliseconds; 0 for no limit. 30,000 without it. */
  timeoutMs?: number | undefined;
  /** Retries of a call after its first attempt; 2 without it. */
  maxRetries?: number | undefined;
}

export type Token = string | (() => string | undefined | Promise<string | undefined>);

export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** As the client's option, for this call. */
  timeoutMs?: number | undefined;
  /** As the client's option, for this call. */
  maxRetries?: number | undefined;
}

export interface CreateOptions extends CallOptions {
  /** Names the call, so that it creates once however often it is made within 24 hours. A random one without it. */
  idempotencyKey?: string | undefined;
}

export interface ScanOptions extends CreateOptions {
  /** Wanted language of the answer, as a BCP 47 tag; English without it. */
  locale?: string | undefined;
}

/** A call as the generated code describes it. */
interface Call {
  method: string;
  path: string;
  credentials: "none" | "token" | "tokenOrOwnerKey";
  /** Whether it takes an `Idempotency-Key`. */
  takesKey?: boolean;
  body?: object | undefined;
  query?: object | undefined;
}

interface Answer<Body> {
  response: Response;
  body: Body;
}

/** How a list is read. */
interface Reading<Body, Entry> {
  read(response: Response): Promise<Body>;
  entriesOf(body: Body): readonly Entry[];
  /** The next query of a list without links. */
  after?: ((last: Entry) => object) | undefined;
}

type Outcome<Body> =
  | { answer: Answer<Body> }
  | { error: ApiError | NetworkError; retryAfterMs?: number | undefined; mayPass: boolean };

/** A part of a path. */
export const segment = (value: string | number) => encodeURIComponent(value);

function queryText(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = given.map(([name, value]) => `${segment(name)}=${segment(String(value))}`).join("&");
  return text === "" ? "" : `?${text}`;
}

/** The query of the next page. The page itself is asked for at the address of the client, which alone gets the token. */
const nextQuery = ({ headers }: Response) =>
  /<[^>?]*(\?[^>]*)>;\s*rel="?next"?/.exec(headers.get("link") ?? "")?.[1];

/** 128 random bits. Insecure pages have no `crypto.randomUUID`, React Native has no `crypto`. */
function randomKey(): string {
  const { crypto }: { crypto?: Partial<Crypto> } = globalThis;
  if (crypto?.randomUUID) return crypto.randomUUID();
  const bytes =
    crypto?.getRandomValues?.(new Uint8Array(16)) ?? Array.from({ length: 16 }, () => Math.random() * 256);
  return Array.from(bytes, (byte) => Math.floor(byte).toString(16).padStart(2, "0")).join("");
}

const tokenOf = (token: Token | undefined) => (typeof token === "function" ? token() : token);

/** Sends calls: their credentials, attempts and errors. */
export class Connection {
  readonly #options: Options;
  readonly #baseUrl: string;

  constructor(options: Options) {
    this.#options = options;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "");
    if (!/^https?:\/\/[^/]/.test(this.#baseUrl))
      throw new TypeError("The baseUrl needs http:// or https:// and a host.");
  }

  /** Makes a call with a JSON answer. @throws ApiError, NetworkError */
  async json<Body>(call: Call, options?: ScanOptions): Promise<Body> {
    return (await this.#send<Body>(call, options, readJson)).body;
  }

  /** Makes a call whose answer is a file. @throws ApiError, NetworkError */
  async file(call: Call, options?: CallOptions): Promise<Blob> {
    return (await this.#send(call, options, (response) => response.blob())).body;
  }

  /** Makes a call with an empty answer. @throws ApiError, NetworkError */
  async empty(call: Call, options?: CallOptions): Promise<void> {
    await this.#send(call, options, (response) => response.text());
  }

  /** Describes a list in JSON Lines. */
  lines<Entry>(call: Call, options: CallOptions | undefined): List<Entry[], Entry> {
    return this.#pages<Entry[], Entry>(call, options, { read: readLines, entriesOf: (page) => page });
  }

  /** Describes a list; `entriesOf` finds the entries of a page, `after` makes the next query of a list without links. */
  list<Body, Entry>(
    call: Call,
    options: CallOptions | undefined,
    entriesOf: (body: Body) => readonly Entry[],
    after?: (last: Entry) => object,
  ): List<Body, Entry> {
    return this.#pages(call, options, { read: readJson, entriesOf, after });
  }

  #pages<Body, Entry>(
    call: Call,
    options: CallOptions | undefined,
    { read, entriesOf, after }: Reading<Body, Entry>,
  ): List<Body, Entry> {
    const ask = async (query: string): Promise<Page<Body, Entry>> => {
      const path = `${call.path}${query}`;
      const { response, body } = await this.#send<Body>({ ...call, path, query: undefined }, options, read);
      const entries = entriesOf(body);
      const last = entries.at(-1);
      const next =
        after && last !== undefined ? queryText({ ...call.query, ...after(last) }) : nextQuery(response);
      return {
        entries,
        body,
        cursor: response.headers.get("assay-cursor") ?? undefined,
        next: next === undefined || next === query ? undefined : () => ask(next),
      };
    };
    return new List(() => ask(queryText(call.query)));
  }

  async #send<Body>(
    call: Call,
    options: ScanOptions = {},
    read: (response: Response) => Promise<Body>,
  ): Promise<Answer<Body>> {
    const { signal, maxRetries = this.#options.maxRetries ?? MAX_RETRIES } = options;
    const isRepeatable = call.method !== "POST" || call.takesKey === true;
    const key = call.takesKey ? (options.idempotencyKey ?? randomKey()) : undefined;
    for (let retry = 0; ; retry++) {
      const request = await this.#requestOf(call, key, options.locale);
      const outcome = await this.#attempt(call, request, options, read);
      if ("answer" in outcome) return outcome.answer;
      const delay = delayBefore(retry, outcome.retryAfterMs);
      if (!isRepeatable || !outcome.mayPass || retry >= maxRetries || delay === undefined)
        throw outcome.error;
      await wait(delay, signal);
    }
  }

  async #requestOf({ method, credentials, body }: Call, key: string | undefined, locale: string | undefined) {
    const headers = new Headers();
    const token = credentials === "none" ? undefined : await tokenOf(this.#options.token);
    const ownerKey =
      credentials === "tokenOrOwnerKey" && token === undefined
        ? await tokenOf(this.#options.ownerKey)
        : undefined;
    if (token !== undefined) headers.set("an-api-token", token);
    if (ownerKey !== undefined) headers.set("an-api-key-owner", ownerKey);
    if (key !== undefined) headers.set("idempotency-key", key);
    if (locale !== undefined) headers.set("an-api-client-locale", locale);
    const isFile = body instanceof Blob;
    if (body !== undefined) headers.set("content-type", isFile ? body.type : "application/json");
    return { method, headers, ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }) };
  }

  /** Makes one attempt. @throws the reason of the caller's signal */
  async #attempt<Body>(
    { path, query }: Call,
    request: RequestInit,
    { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS }: CallOptions,
    read: (response: Response) => Promise<Body>,
  ): Promise<Outcome<Body>> {
    const { fetch = globalThis.fetch } = this.#options;
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    let isLate = false;
    const end = () => {
      isLate = true;
      controller.abort();
    };
    const timer = timeoutMs > 0 ? setTimeout(end, timeoutMs) : undefined;
    signal?.addEventListener("abort", abort, { once: true });
    try {
      throwIfAborted(signal);
      const url = `${this.#baseUrl}${path}${queryText(query)}`;
      // A redirect to another host would get the token.
      const response = await fetch(url, { ...request, redirect: "manual", signal: controller.signal });
      if (response.ok) return { answer: { response, body: await read(response) } };
      const wanted = retryAfterMs(response.headers);
      const error = errorOf(
        response,
        await response.text(),
        wanted === undefined ? undefined : wanted / 1000,
      );
      return { error, retryAfterMs: wanted, mayPass: isRetried(response) };
    } catch (cause) {
      throwIfAborted(signal);
      if (cause instanceof ApiError) return { error: cause, mayPass: false };
      const error = isLate
        ? new NetworkError("timeout", `No answer within ${timeoutMs} ms.`, cause)
        : new NetworkError("network", "The service cannot be reached, or the connection broke.", cause);
      return { error, mayPass: true };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }
}
