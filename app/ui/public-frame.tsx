import type { ReactNode } from "react";
import { Brand } from "./brand";
import { LanguageSwitch } from "./language-switch";
import classes from "./public-frame.module.css";
import { ThemeSwitch } from "./theme-switch";

/** Frame of the pages that anyone reads: a bar, and one column. */
export const PublicFrame = ({ ways, children }: { ways?: ReactNode; children: ReactNode }) => (
  <>
    <header className={classes.bar}>
      <Brand />
      <div className={classes.ways}>
        <ThemeSwitch />
        <LanguageSwitch />
        {ways}
      </div>
    </header>
    <main id="main" className={classes.main}>
      {children}
    </main>
  </>
);
