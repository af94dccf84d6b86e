import type { Token, Tokens } from "marked";
import type { ReactNode } from "react";
import { Code } from "../_reference/code";
import { hrefOfLink } from "./guides";

interface BlocksProps {
  tokens: Token[];
  /** Title of the section, for the accessible names of its code and tables. */
  title: string;
  /** What the button copies. */
  what: string;
}

const isOf = <T extends Tokens.Generic>(token: Token, type: T["type"]): token is T => token.type === type;

function Anchor({ link, children }: { link: string; children: ReactNode }) {
  const href = hrefOfLink(link);
  return href ? <a href={href}>{children}</a> : children;
}

/** Text within a block. HTML, comments included, is left out. */
function Inline({ token }: { token: Token }): ReactNode {
  const inner = () => <Inlines tokens={("tokens" in token && token.tokens) || []} />;
  if (isOf<Tokens.Codespan>(token, "codespan")) {
    const code = <code>{token.text}</code>;
    return token.text.startsWith("/docs/") ? <a href={token.text}>{code}</a> : code;
  }
  if (isOf<Tokens.Link>(token, "link")) return <Anchor link={token.href}>{inner()}</Anchor>;
  switch (token.type) {
    case "strong":
      return <strong>{inner()}</strong>;
    case "em":
      return <em>{inner()}</em>;
    case "br":
      return <br />;
    case "html":
      return null;
    default:
      return "tokens" in token && token.tokens ? inner() : "text" in token ? token.text : "";
  }
}

const Inlines = ({ tokens }: { tokens: Token[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text have no other key.
  tokens.map((token, at) => <Inline key={at} token={token} />);

function Table({ header, rows, title }: Tokens.Table & { title: string }) {
  const cells = (row: Tokens.TableCell[], Cell: "th" | "td") =>
    row.map(({ tokens }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a fixed table have no other key.
      <Cell key={at} scope={Cell === "th" ? "col" : undefined}>
        <Inlines tokens={tokens} />
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section aria-label={title} tabIndex={0} data-table>
      <table>
        <thead>
          <tr>{cells(header, "th")}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a fixed table have no other key.
            <tr key={at}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function List({ token, ...rest }: { token: Tokens.List; title: string; what: string }) {
  const Tag = token.ordered ? "ol" : "ul";
  return (
    <Tag start={token.ordered ? Number(token.start) : undefined}>
      {token.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a fixed list have no other key.
        <li key={at}>
          <Blocks tokens={item.tokens} {...rest} title={`${rest.title}, ${at + 1}`} />
        </li>
      ))}
    </Tag>
  );
}

function Block({ token, title, what }: { token: Token; title: string; what: string }): ReactNode {
  if (isOf<Tokens.Code>(token, "code")) {
    const [, name] = (token.lang ?? "").split(" ");
    return (
      <div data-file={name}>
        {name && <code>{name}</code>}
        <Code label={title} what={what} code={token.text} />
      </div>
    );
  }
  if (isOf<Tokens.Table>(token, "table")) return <Table {...token} title={title} />;
  if (isOf<Tokens.List>(token, "list")) return <List token={token} title={title} what={what} />;
  switch (token.type) {
    case "paragraph":
      return (
        <p>
          <Inline token={token} />
        </p>
      );
    case "text":
      return <Inline token={token} />;
    default:
      return null;
  }
}

/** Blocks of Markdown: paragraphs, lists, tables, code. */
export const Blocks = ({ tokens, title, what }: BlocksProps) =>
  tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed text have no other key.
    <Block key={at} token={token} title={`${title} (${at + 1})`} what={what} />
  ));
