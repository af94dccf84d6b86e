const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents JSON text. Numbers and texts stay as they are written: parsing would round numbers beyond 2^53.
 * @throws SyntaxError for text that is no JSON
 */
export function indentedJson(json: string): string {
  JSON.parse(json);
  let depth = 0;
  let previous = "";
  let text = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of json.matchAll(TOKEN)) {
    const closes = token === "}" || token === "]";
    if (closes) depth--;
    const isEmpty = closes && (previous === "{" || previous === "[");
    const begins = previous === "{" || previous === "[" || previous === ",";
    if (!isEmpty && (closes || begins)) text += line();
    else if (previous === ":") text += " ";
    text += token;
    if (token === "{" || token === "[") depth++;
    previous = token;
  }
  return text;
}
