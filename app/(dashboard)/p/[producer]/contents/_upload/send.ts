import { isRecord } from "@/server/core/is-record";
/** Names the producer that a file is for. */
export type ProducerQuery = { producer?: string };

/** Why a file was not taken. `after`: it may be tried again by itself, in so many seconds. */
export interface Refusal {
  code: string;
  detail: string;
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

/** The first thing that is said to be wrong with the file, else what is said of it in general. */
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
  return { refusal: { code, detail: detailOf(answer), ...waits } };
}

const NO_ANSWER: Sent = { refusal: { code: "no-answer", detail: "" } };
const ANSWERED_WITHIN_MS = 10 * 60_000;

/**
 * Sends a file to a producer, and says how much of it has gone out, 0 to 1. By
 * XMLHttpRequest, as `fetch` says nothing of that. What is returned with the promise stops it.
 */
export function sendFile(
  file: File,
  producer: ProducerQuery,
  onProgress: (share: number) => void,
): { done: Promise<Sent>; stop: () => void } {
  const request = new XMLHttpRequest();
  const done = new Promise<Sent>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total);
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => resolve(NO_ANSWER);
    request.ontimeout = () => resolve(NO_ANSWER);
    request.onabort = () => resolve({ refusal: { code: "cancelled", detail: "" } });
  });
  const query = new URLSearchParams({ ...producer, name: file.name.slice(0, 1_000) });
  request.open("POST", `/api/dashboard/contents?${query}`);
  request.timeout = ANSWERED_WITHIN_MS;
  request.setRequestHeader("content-type", file.type || "application/octet-stream");
  request.send(file);
  return { done, stop: () => request.abort() };
}
