import type { OpenedCall } from "./types";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A call as a command. The token comes from the environment; redacted values have to be filled in. */
export function curlOf(
  baseUrl: string,
  { method, path, requestBody }: Pick<OpenedCall, "method" | "path" | "requestBody">,
): string {
  const verb = method === "GET" ? [] : method === "HEAD" ? ["--head"] : ["-X", method];
  const url = quoted(`${baseUrl}/api/v2${path.replaceAll(/[\s[\]"<>{}|\\^`]/g, encodeURIComponent)}`);
  const body = requestBody === null ? [] : [`-H 'content-type: application/json' -d ${quoted(requestBody)}`];
  return [["curl", ...verb, url].join(" "), '-H "an-api-token: $ASSAY_TOKEN"', ...body].join(" \\\n  ");
}
