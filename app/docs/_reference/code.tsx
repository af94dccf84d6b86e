import classes from "./code.module.css";
import { CopyCode } from "./copy-code";

/** A key of JSON, or of an object in code. */
const KEY = /"[^"\n]*"(?=:)|^ +[A-Za-z_]\w*(?=: )/gm;

function partsOf(code: string) {
  const parts: { at: number; isKey: boolean; text: string }[] = [];
  let end = 0;
  for (const { 0: text, index } of code.matchAll(KEY)) {
    parts.push({ at: end, isKey: false, text: code.slice(end, index) }, { at: index, isKey: true, text });
    end = index + text.length;
  }
  return [...parts, { at: end, isKey: false, text: code.slice(end) }];
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
        <CopyCode what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <pre tabIndex={0} lang="en">
        {partsOf(code).map(({ at, isKey, text }) => (isKey ? <b key={at}>{text}</b> : text))}
      </pre>
    </section>
  );
}

export const json = (value: unknown) => JSON.stringify(value, null, 2);
