import { readFileSync } from "node:fs";
import path from "node:path";
import { lexer, type Token, type TokensList } from "marked";
import { reference } from "../_reference/reference";

/** Pages of docs/, in the order of the navigation. */
const PAGES = [
  "guides/first-scan",
  "guides/sandbox",
  "guides/scanner-app",
  "guides/webhooks",
  "guides/erp",
  "guides/conventions",
  "guides/versioning",
  "guides/assistants",
  "guides/siem",
  "guides/import",
  "guides/exports",
  "guides/codes-and-labels",
  "guides/evidence",
  "guides/ownership",
  "guides/inspectors",
  "reference/jobs",
  "reference/findings",
  "reference/headers",
  "reference/limits",
] as const;

/** What the reference shows in its own way. */
const SHOWN_BY_REFERENCE: Record<string, string> = {
  "client/README": "/docs#client",
  "reference/errors": "/docs/errors",
  "reference/events": "/docs/events",
};

/** The part of a guide below a heading. */
export interface Section {
  /** Anchor. */
  id: string;
  title: string;
  depth: number;
  tokens: Token[];
}

export interface Guide {
  slug: string;
  /** Whether it explains how to do something; other pages are looked up. */
  isGuide: boolean;
  title: string;
  /** The first sentence, as plain text. */
  lead: string;
  /** The first one has the guide's own title. */
  sections: Section[];
}

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");

/** Text without marks, on one line. */
export const plain = (tokens: Token[] = []): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plain(token.tokens) : "text" in token ? token.text : "",
    )
    .join("")
    .replaceAll(/\s+/g, " ");

function sectionsOf(tokens: TokensList): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const title = plain(token.tokens);
      sections.push({ id: anchorOf(title), title, depth: token.depth, tokens: [] });
    } else sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

function read(file: (typeof PAGES)[number]): Guide {
  const text = readFileSync(path.join(process.cwd(), "docs", `${file}.md`), "utf8");
  const service = new URL(reference().baseUrl).origin;
  const sections = sectionsOf(lexer(text.replaceAll("http://localhost:3000", service)));
  const [first] = sections;
  const lead = first?.tokens.find(({ type }) => type === "paragraph");
  return {
    slug: path.basename(file),
    isGuide: file.startsWith("guides/"),
    title: first?.title ?? file,
    lead: lead ? (/^.*?\.(?= |$)/.exec(plain([lead]))?.[0] ?? "") : "",
    sections,
  };
}

let cached: Guide[] | undefined;

/** The guides of docs/, with the address of this service in their code. */
export const guides = (): Guide[] => {
  cached ??= PAGES.map(read);
  return cached;
};

/** The sections that the navigation lists. */
export const chaptersOf = ({ sections }: Guide): Section[] => sections.filter(({ depth }) => depth === 2);

export const hrefOfGuide = ({ slug }: Pick<Guide, "slug">) => `/docs/guides/${slug}`;

/** Address of a link in a guide; undefined for pages that only readers of the repository have. */
export function hrefOfLink(link: string): string | undefined {
  if (/^(https?:|#|\/docs)/.test(link)) return link;
  const [, folder, name = "", anchor = ""] =
    /^(?:(?:\.\.\/)+(?:\w+\/)*?(\w+)\/)?([\w-]+)\.md(#.*)?$/.exec(link) ?? [];
  const known = PAGES.find(
    (file) => path.basename(file) === name && (!folder || file.startsWith(`${folder}/`)),
  );
  const page = known ? hrefOfGuide({ slug: name }) : SHOWN_BY_REFERENCE[`${folder ?? "reference"}/${name}`];
  return page && `${page}${anchor}`;
}
