import { CopyButton } from "@/app/ui/copy-button";
import classes from "./code.module.css";

/** A key, a text, or a number, true, false or null; text between tokens is kept. */
const TOKEN = /("(?:[^"\\\n]|\\.)*"|'[^'\n]*')(\s*:)?|\b(-?\d[\d.]*|true|false|null|True|False|None)\b/g;

function partsOf(code: string) {
  const parts: { at: number; kind?: string; text: string }[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    const [all, text, colon] = match;
    if (match.index > end) parts.push({ at: end, text: code.slice(end, match.index) });
    parts.push({ at: match.index, kind: text === undefined ? "value" : colon ? "key" : "text", text: all });
    end = match.index + all.length;
  }
  return [...parts, { at: end, text: code.slice(end) }];
}

interface CodeProps {
  /** Accessible name of the block. */
  label: string;
  /** The copied thing, as part of a sentence. */
  what: string;
  code: string;
}

/** A block of code with colours and a copy button. */
export function Code({ label, what, code }: CodeProps) {
  return (
    <section className={classes.code} aria-label={label}>
      <div className={classes.copy}>
        <CopyButton value={code} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <pre tabIndex={0} lang="en">
        {partsOf(code).map(({ at, kind, text }) =>
          kind === undefined ? (
            text
          ) : (
            <span key={at} data-kind={kind}>
              {text}
            </span>
          ),
        )}
      </pre>
    </section>
  );
}

export const json = (value: unknown) => JSON.stringify(value, null, 2);
