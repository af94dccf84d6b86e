import type { CodeLanguage } from "./languages";
import type { Call } from "./reference";

/** A request as all languages write it. */
interface Request {
  method: string;
  url: string;
  /** The header of the credential, if the call takes one. */
  credential: "an-api-token" | undefined;
  json: unknown;
  /** The type of a file that is the body, and its name. */
  file: { type: string; name: string } | undefined;
  answer: "json" | "lines" | "file" | "empty";
}

const KIND_OF: Record<string, Request["answer"]> = {
  "application/json": "json",
  "application/jsonl": "lines",
};

const FILE_NAMES: Record<string, string> = { "text/csv": "stock.csv" };

function requestOf(call: Call, baseUrl: string): Request {
  const isShownIn = (place: string) => (parameter: Call["parameters"][number]) =>
    parameter.in === place && parameter.example !== undefined;
  const path = call.parameters
    .filter(isShownIn("path"))
    .reduce(
      (filled, { name, example }) => filled.replace(`{${name}}`, encodeURIComponent(String(example))),
      call.path,
    );
  const query = new URLSearchParams(
    call.parameters
      .filter(isShownIn("query"))
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
  const [body] = call.bodies;
  const isJson = body?.type === "application/json";
  const [answer] = call.answers;
  return {
    method: call.method,
    url: `${baseUrl}${path}${query.size > 0 ? `?${query}` : ""}`,
    credential: takesToken(call) ? "an-api-token" : undefined,
    json: isJson ? body.example : undefined,
    file: body && !isJson ? { type: body.type, name: FILE_NAMES[body.type] ?? "file" } : undefined,
    answer: answer === undefined ? "empty" : (KIND_OF[answer.type] ?? "file"),
  };
}

/** Whether the sample has a token: Get Item shows its producer more, while scanner apps never have one. */
const takesToken = ({ security, method }: Call) =>
  security.some((alternative) => "token" in alternative) &&
  (method === "GET" || security.every((alternative) => Object.keys(alternative).length > 0));

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const indented = (text: string, spaces: number) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);

/** A text for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, url, credential, json, file, answer }: Request): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${/[?&]/.test(url) ? quoted(url) : url}`,
    ...(credential ? [`-H "${credential}: $TOKEN"`] : []),
    ...(json === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(pretty(json))}`]),
    ...(file ? [`-H 'content-type: ${file.type}'`, `--data-binary @${file.name}`] : []),
    ...(answer === "file" ? ["-o image"] : []),
  ];
  return lines.join(" \\\n  ");
}

/** A value as JavaScript, with keys as people write them. */
const inJavaScript = (value: unknown) => pretty(value).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");

const OUTPUT_JS = {
  json: "\nconsole.log(await response.json());",
  lines: "\nconsole.log(await response.text());",
  file: "\nconst image = await response.arrayBuffer();",
  empty: "\nconsole.log(response.status);",
};

function javascript({ method, url, credential, json, file, answer }: Request): string {
  const headers = [
    ...(credential ? [`    "${credential}": process.env.TOKEN,`] : []),
    ...(json === undefined ? [] : [`    "content-type": "application/json",`]),
    ...(file ? [`    "content-type": "${file.type}",`] : []),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${indented(inJavaScript(json), 2)}),`]),
    ...(file ? [`  body: await readFile("${file.name}"),`] : []),
  ];
  const call = options.length > 0 ? `fetch("${url}", {\n${options.join("\n")}\n})` : `fetch("${url}")`;
  const start = file ? 'import { readFile } from "node:fs/promises";\n\n' : "";
  return `${start}const response = await ${call};${OUTPUT_JS[answer]}`;
}

/** A value as Python. */
function inPython(value: unknown, depth = 0): string {
  const space = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((one) => inPython(one, depth + 1))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inPython(one, depth + 1)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${space}${entry},`).join("\n")}${end}${close}`;
}

const OUTPUT_PYTHON = {
  json: "print(response.json())",
  lines: "print(response.text)",
  file: "image = response.content",
  empty: "print(response.status_code)",
};

function python({ method, url, credential, json, file, answer }: Request): string {
  const headers = [
    ...(credential ? [`"${credential}": os.environ["TOKEN"]`] : []),
    ...(file ? [`"content-type": "${file.type}"`] : []),
  ];
  const rows = [
    `    "${url}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},`] : []),
    ...(json === undefined ? [] : [`    json=${inPython(json, 1)},`]),
    ...(file ? [`    data=open("${file.name}", "rb"),`] : []),
  ];
  const start = credential ? "import os\n\nimport requests" : "import requests";
  return `${start}\n\nresponse = requests.${method.toLowerCase()}(\n${rows.join("\n")}\n)\n${OUTPUT_PYTHON[answer]}`;
}

const WRITERS: Record<CodeLanguage, (request: Request) => string> = { curl, javascript, python };

/** Code that makes a call with the values of its example. The token comes from the environment variable TOKEN. */
export const sampleOf = (call: Call, language: CodeLanguage, baseUrl: string): string =>
  WRITERS[language](requestOf(call, baseUrl));
