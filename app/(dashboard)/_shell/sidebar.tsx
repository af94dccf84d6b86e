"use client";

import { ActionIcon } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Brand } from "@/app/ui/brand";
import { Navigation } from "./navigation";
import classes from "./sidebar.module.css";

/** Side navigation of wide windows; medium windows show icons only. */
export function Sidebar({ narrow, onToggle }: { narrow: boolean; onToggle: () => void }) {
  const t = useTranslations("shell.nav");
  const isBetween = useMediaQuery("(max-width: 62em)", false);
  const iconsOnly = narrow || isBetween;
  const label = t(narrow ? "widen" : "narrow");
  return (
    <aside className={classes.sidebar} data-narrow={narrow || undefined}>
      <div className={classes.head}>
        <Brand iconOnly={iconsOnly} />
      </div>
      <Navigation narrow={iconsOnly} />
      <ActionIcon
        className={classes.toggle}
        onClick={onToggle}
        aria-label={label}
        title={label}
        aria-pressed={narrow}
      >
        {narrow ? (
          <IconLayoutSidebarLeftExpand size={19} stroke={1.7} aria-hidden />
        ) : (
          <IconLayoutSidebarLeftCollapse size={19} stroke={1.7} aria-hidden />
        )}
      </ActionIcon>
    </aside>
  );
}
