"use client";

import { useHotkeys } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { AddressFilters } from "@/app/ui/address-filters";
import { setCookie } from "@/app/ui/cookie";
import { useLazyDialog } from "@/app/ui/use-lazy-dialog";
import { useLoaded } from "@/app/ui/use-loaded";
import { AlertNotice } from "./alert-notice";
import { Confirmation } from "./confirmation";
import { Keys } from "./keys";
import { NAV_COOKIE } from "./nav-cookie";
import { Network } from "./network";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";
import { UploadTray } from "./upload-tray";

const loadSheet = () => import("./nav-sheet");
const Palette = dynamic(() => import("./palette"), { ssr: false });

/** Windows whose navigation is a sheet. Its code is loaded after that of the page, before the sheet is opened. */
const SMALL = "(max-width: 48em)";
const SHEET_DELAY_MS = 1_000;

interface ShellProps {
  /** Whether the person collapsed the navigation to icons. */
  narrow: boolean;
  children: ReactNode;
}

/** Frame of every dashboard page: navigation, top bar, search and shortcuts. */
export function Shell({ narrow: wasNarrow, children }: ShellProps) {
  const t = useTranslations("shell");
  const [narrow, setNarrow] = useState(wasNarrow);
  const sheet = useLazyDialog();
  const NavSheet = useLoaded(sheet.opened, loadSheet, sheet.close);
  useEffect(() => {
    if (!window.matchMedia(SMALL).matches) return;
    const loading = setTimeout(() => void loadSheet().catch(() => {}), SHEET_DELAY_MS);
    return () => clearTimeout(loading);
  }, []);
  // The palette loads on first use; each higher number opens it again.
  const [paletteOpening, setPaletteOpening] = useState(0);
  // The palette's code cannot load offline.
  const openPalette = () => setPaletteOpening((times) => (times > 0 || navigator.onLine ? times + 1 : times));
  useHotkeys([["mod+K", openPalette]], []);

  const toggleNarrow = () => {
    setNarrow(!narrow);
    setCookie(NAV_COOKIE, narrow ? "wide" : "narrow");
  };

  return (
    <div className={classes.shell} data-narrow={narrow || undefined}>
      <a href="#main" className={classes.skip}>
        {t("skip")}
      </a>
      <Sidebar narrow={narrow} onToggle={toggleNarrow} />
      <div className={classes.column}>
        <TopBar onMenu={sheet.open} onSearch={openPalette} />
        <main id="main" tabIndex={-1} className={classes.main}>
          <AddressFilters>{children}</AddressFilters>
        </main>
        <UploadTray />
      </div>
      {NavSheet && <NavSheet opened={sheet.opened} onClose={sheet.close} />}
      {paletteOpening > 0 && <Palette opening={paletteOpening} />}
      <Keys onSearch={openPalette} />
      <AlertNotice />
      <Network />
      <Confirmation />
    </div>
  );
}
