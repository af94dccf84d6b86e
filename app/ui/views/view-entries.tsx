"use client";

import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../failure";
import type { MenuFrame } from "../lazy-menu";
import { Link } from "../link";
import { OpenMenu } from "../open-menu";
import type { Asked } from "./asked";
import type { View, Views } from "./use-views";
import { ViewActions } from "./view-actions";
import classes from "./views.module.css";

interface ViewEntriesProps {
  frame: MenuFrame;
  views: Views;
  onAsk: (asked: Asked) => void;
}

/** Menu of a list's views: they, and what a member does with them. */
export default function ViewEntries({ frame, views, onAsk }: ViewEntriesProps) {
  return (
    <OpenMenu frame={frame} dropdown={{ className: classes.dropdown ?? "" }} position="bottom-start">
      <Choices views={views} />
      <Menu.Divider />
      <ViewActions views={views} onAsk={onAsk} />
    </OpenMenu>
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
