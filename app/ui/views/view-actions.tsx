"use client";

import { Menu } from "@mantine/core";
import {
  IconBookmarkOff,
  IconBookmarkPlus,
  IconDeviceFloppy,
  IconLink,
  IconLock,
  IconPencil,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "use-intl";
import { copyText } from "../copy";
import { Link } from "../link";
import { useCan } from "../signed-in";
import { useToast } from "../toast";
import type { Asked } from "./asked";
import { viewHref } from "./query";
import { useChangeView } from "./use-change-view";
import type { Views } from "./use-views";

const SIZE = 15;

/** What a member does with the view that is shown, or with what the list shows without one. */
export function ViewActions({ views, onAsk }: { views: Views; onAsk: (asked: Asked) => void }) {
  const t = useTranslations("common.views");
  const tCommon = useTranslations("common");
  const toast = useToast();
  const pathname = usePathname();
  const canSave = useCan("viewer");
  const canShare = useCan("editor");
  const change = useChangeView(views);
  const { current, isChanged, asked, whole, path } = views;
  const mayChange = canSave && current?.mayChange === true;
  const copyLink = async (near: Element) => {
    // A private view would say nothing to others.
    const href = viewHref(pathname, whole(), current?.isShared ? current.id : undefined);
    const isCopied = await copyText(window.location.origin + href, near);
    toast.done(isCopied ? t("linkCopied") : tCommon("copyFailed"));
  };
  return (
    <>
      {current && mayChange && isChanged && (
        <Menu.Item
          leftSection={<IconDeviceFloppy size={SIZE} aria-hidden />}
          onClick={() => void change(current, { query: whole() }, t("changesSaved", { name: current.name }))}
        >
          {t("saveChanges")}
        </Menu.Item>
      )}
      {canSave && (
        <Menu.Item
          leftSection={<IconBookmarkPlus size={SIZE} aria-hidden />}
          onClick={() => onAsk({ kind: "save", query: whole() })}
        >
          {t(current ? "saveNew" : "save")}
        </Menu.Item>
      )}
      {current && mayChange && (
        <Menu.Item
          leftSection={<IconPencil size={SIZE} aria-hidden />}
          onClick={() => onAsk({ kind: "rename", view: current })}
        >
          {t("rename")}
        </Menu.Item>
      )}
      {current && mayChange && canShare && !current.isShared && (
        <Menu.Item
          leftSection={<IconUsers size={SIZE} aria-hidden />}
          onClick={() => void change(current, { isShared: true }, t("sharedDone", { name: current.name }))}
        >
          {t("share")}
        </Menu.Item>
      )}
      {current?.isMine && mayChange && current.isShared && (
        <Menu.Item
          leftSection={<IconLock size={SIZE} aria-hidden />}
          onClick={() => void change(current, { isShared: false }, t("privateDone", { name: current.name }))}
        >
          {t("makePrivate")}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconLink size={SIZE} aria-hidden />}
        onClick={(event) => void copyLink(event.currentTarget)}
      >
        {t("copyLink")}
      </Menu.Item>
      {(current || asked !== "") && (
        <Menu.Item component={Link} href={path} leftSection={<IconBookmarkOff size={SIZE} aria-hidden />}>
          {t("leave")}
        </Menu.Item>
      )}
      {current && mayChange && (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={SIZE} aria-hidden />}
          onClick={() => onAsk({ kind: "delete", view: current })}
        >
          {t("delete")}
        </Menu.Item>
      )}
    </>
  );
}
