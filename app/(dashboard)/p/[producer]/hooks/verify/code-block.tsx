"use client";

import { CopyButton } from "@/app/ui/copy-button";
import classes from "./code-block.module.css";

/** Code to read and to copy. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <section className={classes.code} aria-label={label}>
      <div className={classes.copy}>
        <CopyButton value={code} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must reach it. */}
      <pre tabIndex={0}>{code}</pre>
    </section>
  );
}
