import { isRecord } from "@/server/core/is-record";
import { redactedText } from "@/server/domain/api-calls/redact";

const textIn = (value: unknown) => (typeof value === "string" && value !== "" ? [redactedText(value)] : []);

/** How the request log shows a request: its method of the protocol and the name of the tool, as `/mcp tools/call get_item`. */
export function shownPath(body: unknown): string {
  if (!isRecord(body)) return "/mcp";
  const name = isRecord(body.params) ? textIn(body.params.name) : [];
  return ["/mcp", ...textIn(body.method), ...name].join(" ").slice(0, 1_000).toWellFormed();
}

/** Errors of the protocol are short; the answers of tools need not be parsed. */
const MAX_ERROR_CHARACTERS = 4_000;

/** The error in an answer, which is JSON or a stream of one event, by the version of the protocol. */
function errorIn(text: string): unknown {
  if (text.length > MAX_ERROR_CHARACTERS) return undefined;
  try {
    const json: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    return isRecord(json) ? json.error : undefined;
  } catch {
    return undefined;
  }
}

/** The problem of a request that reached no tool, such as an unknown one; undefined for others. */
export function protocolProblem(status: number, text: string | null) {
  const error = errorIn(text ?? "");
  return error === undefined ? undefined : { status: Math.max(status, 400), error };
}
