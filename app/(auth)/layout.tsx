import type { ReactNode } from "react";
import { Brand } from "@/app/ui/brand";
import { LanguageSwitch } from "@/app/ui/language-switch";
import { ThemeSwitch } from "@/app/ui/theme-switch";
import { Words } from "@/app/ui/words";
import classes from "./auth.module.css";

/** Layout of the pages for signed-out visitors: one centred card. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Words of={["auth"]}>
      <div className={classes.page}>
        <header className={classes.bar}>
          <Brand />
          <div className={classes.switches}>
            <ThemeSwitch />
            <LanguageSwitch />
          </div>
        </header>
        <main id="main" className={classes.main}>
          {children}
        </main>
      </div>
    </Words>
  );
}
