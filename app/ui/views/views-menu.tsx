"use client";

import { Button, Menu } from "@mantine/core";
import { IconBookmark, IconCheck, IconChevronDown } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../failure";
import { Link } from "../link";
import type { Asked } from "./asked";
import { type ListWithViews, useViews, type View, type Views } from "./use-views";
import { ViewActions } from "./view-actions";
import classes from "./views.module.css";

/** The dialogs are loaded when the first one opens. */
const ViewDialogs = dynamic(() => import("./view-dialogs"), { ssr: false });

/** Menu of a list's saved views, beside the list's title. Its button bears the name of the view that is shown. */
export function ViewsMenu(of: ListWithViews) {
  const t = useTranslations("common.views");
  const views = useViews(of);
  const [asked, setAsked] = useState<Asked>();
  const { current, isChanged, isOpen, setOpen } = views;
  const label = current ? t(isChanged ? "changed" : "current", { name: current.name }) : t("title");
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            className={classes.target ?? ""}
            aria-label={label}
            leftSection={<IconBookmark size={15} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            <span className={classes.name}>{current?.name ?? t("title")}</span>
            {isChanged && <span className={classes.changed}>{t("changedMark")}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown ?? ""}>
          <Choices views={views} />
          <Menu.Divider />
          <ViewActions views={views} onAsk={setAsked} />
        </Menu.Dropdown>
      </Menu>
      {asked && <ViewDialogs asked={asked} views={views} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** The views to choose from: the member's own, then those of all members. */
function Choices({ views }: { views: Views }) {
  const t = useTranslations("common.views");
  const tCommon = useTranslations("common");
  const failureText = useFailureText();
  const { query } = views;
  if (query.isError) return <Menu.Label role="alert">{failureText(query.error)}</Menu.Label>;
  if (!query.data) return <Menu.Label>{tCommon("loading")}</Menu.Label>;
  const mine = query.data.filter(({ isShared }) => !isShared);
  const shared = query.data.filter(({ isShared }) => isShared);
  if (query.data.length === 0) return <Menu.Label className={classes.none ?? ""}>{t("none")}</Menu.Label>;
  return (
    <>
      {mine.length > 0 && <Menu.Label>{t("mine")}</Menu.Label>}
      {mine.map((view) => (
        <Choice key={view.id} view={view} views={views} />
      ))}
      {shared.length > 0 && <Menu.Label>{t("shared")}</Menu.Label>}
      {shared.map((view) => (
        <Choice key={view.id} view={view} views={views} />
      ))}
    </>
  );
}

function Choice({ view, views: { current, hrefOf } }: { view: View; views: Views }) {
  const t = useTranslations("common.views");
  const isCurrent = current?.id === view.id;
  return (
    <Menu.Item
      component={Link}
      href={hrefOf(view)}
      aria-current={isCurrent || undefined}
      leftSection={isCurrent ? <IconCheck size={15} aria-hidden /> : <span className={classes.blank} />}
    >
      <span className={classes.view}>{view.name}</span>
      {view.isShared && !view.isMine && (
        <span className={classes.by}>
          {view.owner === null ? t("byNone") : t("by", { name: view.owner })}
        </span>
      )}
    </Menu.Item>
  );
}
