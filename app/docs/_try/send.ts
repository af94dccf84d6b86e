import type { Trial } from "./trial";

/** The answer of a tried call. */
export interface Tried {
  status: number;
  ms: number;
  /** The body as text; undefined for an image. */
  text: string | undefined;
  /** Address of an image in the answer; revoke it when it is no longer shown. */
  image: string | undefined;
}

/** Path and query of a trial with the entered values; empty ones are left out of the query. */
export function targetOf({ path, parameters }: Trial, values: Record<string, string>): string {
  let filled = path;
  const query = new URLSearchParams();
  for (const { name, isPath } of parameters) {
    const value = values[name] ?? "";
    if (isPath) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Makes the call against this service, without cookies. @throws if no answer arrives */
export async function send(
  trial: Trial,
  { values, body, token }: { values: Record<string, string>; body: string; token: string },
): Promise<Tried> {
  const begun = performance.now();
  const response = await fetch(targetOf(trial, values), {
    method: trial.method,
    credentials: "omit",
    headers: {
      ...(token === "" ? {} : { "an-api-token": token }),
      ...(trial.body ? { "content-type": trial.body.type } : {}),
    },
    ...(trial.body ? { body } : {}),
  });
  const isImage = response.headers.get("content-type")?.startsWith("image/") ?? false;
  const blob = await response.blob();
  return {
    status: response.status,
    ms: Math.round(performance.now() - begun),
    text: isImage ? undefined : await blob.text(),
    image: isImage ? URL.createObjectURL(blob) : undefined,
  };
}
