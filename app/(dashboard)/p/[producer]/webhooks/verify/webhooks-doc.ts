import { readFileSync } from "node:fs";
import path from "node:path";

export interface Receiver {
  name: string;
  /** Install command of the library, if the receiver uses one. */
  install: string | undefined;
  code: string;
}

/** Headings of the document's sections with a receiver, and the receivers' names, equal in all languages. */
const RECEIVERS = [
  { heading: "Node.js", name: "Node.js" },
  { heading: "Python, with the library", name: "Python, standardwebhooks" },
  { heading: "Python, without", name: "Python" },
  { heading: "Go", name: "Go" },
  { heading: "PHP", name: "PHP" },
  { heading: "Java", name: "Java" },
];

/** Text below a heading of docs/guides/webhooks.md, up to the next heading. */
function sectionOf(heading: string): string {
  const doc = readFileSync(path.join(process.cwd(), "docs/guides/webhooks.md"), "utf8");
  const section = doc.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/guides/webhooks.md has no section "${heading}".`);
  return section;
}

function codeOf(section: string): string {
  const code = /^```\w+[^\n]*\n(.*?)\n```$/ms.exec(section)?.[1];
  if (code === undefined)
    throw new Error(`docs/guides/webhooks.md has no code in "${section.split("\n", 1)[0]}".`);
  return code;
}

/** The receivers of docs/guides/webhooks.md; a test runs them. */
export const receivers = (): Receiver[] =>
  RECEIVERS.map(({ heading, name }) => {
    const section = sectionOf(heading);
    return { name, install: /^`(\w+ install [^`]+)`/m.exec(section)?.[1], code: codeOf(section) };
  });

/** Sample headers of a delivery. */
export const headersOfCall = (): string => codeOf(sectionOf("What a receiver gets"));

/** SQL that processes each event once. */
export const takeOnce = (): string => codeOf(sectionOf("Take each event once"));
