import { readFileSync } from "node:fs";
import { lexer, type Token, type Tokens } from "marked";

/** Commands of a guide in the order of the page, with the answer that the page shows below them. */
export interface Step {
  commands: string;
  /** Compared by shape: names and types. */
  json?: string;
  /** Compared as it is. */
  text?: string;
}

export interface GuideCode {
  /** Files that the reader makes, by their path. */
  files: Record<string, string>;
  steps: Step[];
  /** Languages of other blocks. */
  others: string[];
}

const isCode = (token: Token): token is Tokens.Code => token.type === "code";

/** Reads the code of a page of docs/. */
export function readGuide(page: string): GuideCode {
  const guide: GuideCode = { files: {}, steps: [], others: [] };
  let last: Step | undefined;
  for (const token of lexer(readFileSync(`docs/${page}.md`, "utf8"))) {
    if (token.type === "space") continue;
    if (!isCode(token)) {
      last = undefined;
      continue;
    }
    const [language = "", file] = (token.lang ?? "").split(" ");
    if (file) guide.files[file] = `${token.text}\n`;
    else if (language === "sh") guide.steps.push({ commands: token.text });
    else if (last && (language === "json" || language === "text")) last[language] = token.text;
    else guide.others.push(language);
    last = language === "sh" ? guide.steps.at(-1) : undefined;
  }
  return guide;
}
