import { isRecord } from "@/server/core/is-record";
/** Query parameter that names the file's producer. */
export type ProducerQuery = { producer?: string };

/** Why a file was refused. `after` is the number of seconds until an automatic retry. */
export interface Refusal {
  code: string;
  detail: string;
  /** Pointer of the first fault. */
  pointer?: string;
  after?: number;
}

export type Sent = { id: string } | { refusal: Refusal };

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** The first fault of the problem, or its general detail. */
function detailOf(problem: Record<string, unknown>): string {
  const [fault] = Array.isArray(problem.errors) ? problem.errors : [];
  return textOf(problem.detail) || (isRecord(fault) ? textOf(fault.message) : "");
}

function answerOf(request: XMLHttpRequest): Sent {
  const answer = parsed(request.responseText);
  const id = textOf(answer.id);
  if (request.status === 200 && id) return { id };
  const after = Number(request.getResponseHeader("retry-after"));
  const waits = request.status === 429 ? { after: Math.min(Math.max(after || 1, 1), 60) } : {};
  const code = request.status >= 500 ? "ours" : textOf(answer.code) || "unknown";
  const [fault] = Array.isArray(answer.errors) ? answer.errors : [];
  const pointer = isRecord(fault) ? { pointer: textOf(fault.pointer) } : {};
  return { refusal: { code, detail: detailOf(answer), ...pointer, ...waits } };
}

const NO_ANSWER: Sent = { refusal: { code: "no-answer", detail: "" } };
const MAX_NAME_CHARACTERS = 1_000;
const RESPONSE_TIMEOUT_MS = 10 * 60_000;

/**
 * Send a file to a producer, as a content or to another address, and report the progress, 0 to 1. Uses XMLHttpRequest because
 * `fetch` reports no upload progress. The returned function cancels the request.
 */
export function sendFile(
  file: File,
  producer: ProducerQuery & Record<string, string>,
  onProgress: (share: number) => void,
  address = "/api/dashboard/contents",
): { done: Promise<Sent>; stop: () => void } {
  const request = new XMLHttpRequest();
  const done = new Promise<Sent>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => resolve(NO_ANSWER);
    request.ontimeout = () => resolve(NO_ANSWER);
    request.onabort = () => resolve({ refusal: { code: "cancelled", detail: "" } });
  });
  const query = new URLSearchParams({ ...producer, name: file.name.slice(0, MAX_NAME_CHARACTERS) });
  request.open("POST", `${address}?${query}`);
  request.timeout = RESPONSE_TIMEOUT_MS;
  request.setRequestHeader("content-type", file.type || "application/octet-stream");
  request.send(file);
  return { done, stop: () => request.abort() };
}
