"use client";

import { CopyButton } from "@/app/ui/copy-button";
import classes from "./code-block.module.css";

/** Code with a copy button. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <section className={classes.code} aria-label={label}>
      <div className={classes.copy}>
        <CopyButton value={code} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <pre tabIndex={0}>{code}</pre>
    </section>
  );
}
