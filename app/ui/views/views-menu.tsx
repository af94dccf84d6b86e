"use client";

import { Button } from "@mantine/core";
import { IconBookmark, IconChevronDown } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "../lazy-menu";
import type { Asked } from "./asked";
import { type ListWithViews, useViews } from "./use-views";
import classes from "./views.module.css";

const load = () => import("./view-entries");

/** The dialogs are loaded when the first one opens. */
const ViewDialogs = dynamic(() => import("./view-dialogs"), { ssr: false });

/** Menu of a list's saved views, beside the list's title. Its button bears the name of the view that is shown. */
export function ViewsMenu(of: ListWithViews) {
  const t = useTranslations("common.views");
  const views = useViews(of);
  const [asked, setAsked] = useState<Asked>();
  const { current, isChanged, isOpen, setOpen } = views;
  const { button, frame, Loaded } = useLazyMenu(load, [isOpen, setOpen]);
  const label = current ? t(isChanged ? "changed" : "current", { name: current.name }) : t("title");
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes.target ?? ""}
        aria-label={label}
        leftSection={<IconBookmark size={15} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        {...button}
      >
        <span className={classes.name}>{current?.name ?? t("title")}</span>
        {isChanged && <span className={classes.changed}>{t("changedMark")}</span>}
      </Button>
      {Loaded && <Loaded frame={frame} views={views} onAsk={setAsked} />}
      {asked && <ViewDialogs asked={asked} views={views} onClose={() => setAsked(undefined)} />}
    </>
  );
}
