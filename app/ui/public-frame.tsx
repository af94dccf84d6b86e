import type { ReactNode } from "react";
import { Brand } from "./brand";
import { LanguageSwitch } from "./language-switch";
import classes from "./public-frame.module.css";
import { ThemeSwitch } from "./theme-switch";

/** Frame of the pages that anyone reads: a bar, and one column. */
export const PublicFrame = ({
  ways,
  isWide,
  children,
}: {
  ways?: ReactNode;
  /** Whether the column has room for pictures beside text. */
  isWide?: boolean;
  children: ReactNode;
}) => (
  <>
    <header className={classes.bar}>
      <Brand />
      <div className={classes.ways}>
        <ThemeSwitch />
        <LanguageSwitch />
        {ways}
      </div>
    </header>
    <main id="main" className={classes.main} data-wide={isWide || undefined}>
      {children}
    </main>
  </>
);
