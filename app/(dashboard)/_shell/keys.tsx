"use client";

import { Kbd, Modal, Switch } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useAskingRouter } from "@/app/ui/leave-guard";
import { areShortcutsOff, switchShortcuts, useShortcuts } from "@/app/ui/shortcuts";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./keys.module.css";
import { PAGES } from "./nav-items";

const SHOW = "assay:show-keys";

/** Open the list of keyboard shortcuts. */
export const showKeys = () => window.dispatchEvent(new Event(SHOW));

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

/** Focus the page's own search field; false if the page has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>("[data-page-search]");
  const input = field?.matches("input") ? field : field?.querySelector<HTMLElement>("input");
  if (!input?.checkVisibility()) return false;
  input.focus();
  return true;
}

/** The shortcuts that work on every page, and the dialog that lists them. */
export function Keys({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations("shell");
  const tCommon = useTranslations("common");
  const router = useAskingRouter();
  const [opened, setOpened] = useState(false);
  const pages = useSignedIn().chosen ? PAGES : [];
  const toPages = Object.fromEntries(pages.map(({ href, keys }) => [keys, () => router.push(href)]));
  useShortcuts({
    ...toPages,
    "/": () => focusSearch() || onSearch(),
    c: () => press("[data-create]"),
    "?": () => setOpened(true),
  });
  useEffect(() => {
    const open = () => setOpened(true);
    window.addEventListener(SHOW, open);
    return () => window.removeEventListener(SHOW, open);
  }, []);

  const rows: [keys: string, what: string][] = [
    ["Ctrl K", t("keys.palette")],
    ["/", t("keys.search")],
    ["c", t("keys.create")],
    ["j k", t("keys.walk")],
    ["x", t("keys.select")],
    ["Enter", t("keys.open")],
    ...pages.map(({ keys, name }): [string, string] => [keys, t("keys.goTo", { page: t(`nav.${name}`) })]),
    ["?", t("keys.help")],
  ];
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={t("keys.title")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      {opened && <OnOff label={t("keys.on")} />}
      <dl className={classes.keys}>
        {rows.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

function OnOff({ label }: { label: string }) {
  const [on, setOn] = useState(() => !areShortcutsOff());
  return (
    <Switch
      label={label}
      checked={on}
      onChange={(event) => {
        switchShortcuts(event.currentTarget.checked);
        setOn(event.currentTarget.checked);
      }}
    />
  );
}
