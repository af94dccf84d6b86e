"use client";

import { Drawer } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { AddressFilters } from "@/app/ui/address-filters";
import { Brand } from "@/app/ui/brand";
import { setCookie } from "@/app/ui/cookie";
import { AlertNotice } from "./alert-notice";
import { Keys } from "./keys";
import { NAV_COOKIE } from "./nav-cookie";
import { Navigation } from "./navigation";
import { Network } from "./network";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar";
import { TopBar } from "./top-bar";
import { UploadTray } from "./upload-tray";

const Palette = dynamic(() => import("./palette"), { ssr: false });

interface ShellProps {
  /** Whether the person collapsed the navigation to icons. */
  narrow: boolean;
  children: ReactNode;
}

/** Frame of every dashboard page: navigation, top bar, search and shortcuts. */
export function Shell({ narrow: wasNarrow, children }: ShellProps) {
  const t = useTranslations("shell");
  const tCommon = useTranslations("common");
  const [narrow, setNarrow] = useState(wasNarrow);
  const [sheetOpened, sheet] = useDisclosure();
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
      <Drawer
        opened={sheetOpened}
        onClose={sheet.close}
        size="17rem"
        title={<Brand />}
        closeButtonProps={{ "aria-label": tCommon("close") }}
        classNames={{ body: classes.sheet }}
      >
        <Navigation onGo={sheet.close} />
      </Drawer>
      {paletteOpening > 0 && <Palette opening={paletteOpening} />}
      <Keys onSearch={openPalette} />
      <AlertNotice />
      <Network />
    </div>
  );
}
