"use client";

import { isRecord } from "@/server/core/is-record";

const DOWNLOAD_START_MS = 60_000;

/** The refusal of a download in the form of a failed call. */
async function refusalOf(response: Response) {
  const problem: unknown = await response.json().catch(() => undefined);
  const { code, ...details } = isRecord(problem) ? problem : {};
  return { data: { ...details, appCode: code, httpStatus: response.status } };
}

const fileName = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";

/**
 * Downloads an export whose filter is too long for an address.
 * @throws the refusal, as failed calls do
 */
export async function downloadByPost(address: string, filter: object): Promise<void> {
  const response = await fetch(address, { method: "POST", body: JSON.stringify(filter) });
  if (!response.ok) throw await refusalOf(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName(response);
  link.click();
  // Some browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_START_MS);
}
