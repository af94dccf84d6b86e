import { createServer } from "node:http";

// A typical service: it parses every body, and visits each value with a pointer to it.
/** @param {unknown} value @param {string} pointer @returns {string[]} */
function faultsIn(value, pointer) {
  if (typeof value !== "object" || value === null) return value === "\0" ? [pointer] : [];
  return Object.entries(value).flatMap(([key, member]) =>
    faultsIn(member, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const faults = faultsIn(JSON.parse(Buffer.concat(chunks).toString()), "");
    response.writeHead(faults.length > 0 ? 400 : 200);
  } catch {
    response.writeHead(400);
  }
  response.end();
}).listen(Number(process.env.PORT));
