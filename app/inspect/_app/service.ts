import { createTRPCClient, httpLink } from "@trpc/client";
import { failureOf } from "@/app/ui/failure";
import { isRecord } from "@/server/core/is-record";
import type { AppRouter } from "@/server/trpc/root";
import { transformer } from "@/server/trpc/transformer";
import type { Hold } from "./store";

const TIMEOUT_MS = 30_000;
/** A photo may take long, but not without progress. */
const STALL_MS = 120_000;

/** Calls end, also where a network swallows them. */
const timed = (input: RequestInfo | URL | string, init?: RequestInit) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** The calls of the dashboard, for a producer. */
export const callsFor = (producerId: string | undefined) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: "/api/trpc",
        transformer,
        headers: producerId === undefined ? {} : { "x-assay-producer": producerId },
        fetch: (url, options) =>
          timed(url, {
            method: options?.method ?? "GET",
            headers: options?.headers ?? {},
            body: typeof options?.body === "string" ? options.body : null,
          }),
      }),
    ],
  });

/** A refusal of a photo. */
class PhotoRefused extends Error {
  constructor(readonly data: { appCode: string; httpStatus: number; detail: string }) {
    super(data.detail);
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Posts a picture. Uses XMLHttpRequest because `fetch` tells no progress. @throws if no answer arrives, or no progress is made */
const postPicture = (address: string, bytes: ArrayBuffer): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
    };
    request.upload.onprogress = goOn;
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new Error("The service does not answer."));
    request.onabort = request.onerror;
    request.onloadend = () => clearTimeout(stall);
    request.open("POST", address);
    request.setRequestHeader("content-type", "image/jpeg");
    request.send(bytes);
    goOn();
  });

/** What stands before the service may answer with a page. */
function answerIn(text: string): Record<string, unknown> {
  try {
    const told: unknown = JSON.parse(text);
    return isRecord(told) ? told : {};
  } catch {
    return {};
  }
}

/** Sends a photo. @throws if the service does not answer with the hash of its bytes */
export async function sendPhoto(
  of: { person: string; producer: string; inspection: string },
  { name, sha256, bytes }: { name: string; sha256: string; bytes: ArrayBuffer },
): Promise<void> {
  const query = new URLSearchParams({ ...of, photo: name, sha256 });
  const { status, text } = await postPicture(`/api/dashboard/inspections/photos?${query}`, bytes);
  const answer = answerIn(text);
  const isOk = status >= 200 && status < 300;
  if (isOk && answer.sha256 === sha256) return;
  throw new PhotoRefused({
    appCode: textOf(answer.code),
    httpStatus: isOk ? 500 : status,
    detail: textOf(answer.detail),
  });
}

/** Whether a hold concerns one producer: inspections for others are sent. */
export const isOfProducer = (hold: Hold) => hold === "secondFactor" || hold === "suspended";

/** Why a failed call stops sending; undefined for a refusal of this inspection alone. */
export function holdOf(thrown: unknown): Hold | undefined {
  const { code, status } = failureOf(thrown);
  if (code === "not-signed-in") return "signedOut";
  if (code === "second-factor-needed") return "secondFactor";
  if (code === "producer-suspended") return "suspended";
  if (code === "inspection-of-another-person") return "otherPerson";
  if (status === 0) return navigator.onLine ? "notAnswering" : "offline";
  return status >= 500 || status === 429 || status === 408 ? "notAnswering" : undefined;
}
