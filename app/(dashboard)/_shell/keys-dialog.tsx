"use client";

import { Kbd, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { areShortcutsOff, switchShortcuts } from "@/app/ui/shortcuts";
import { useSignedIn } from "@/app/ui/signed-in";
import classes from "./keys.module.css";
import { PAGES } from "./nav-items";

/** Dialog that lists the keyboard shortcuts, and switches them on and off. */
export default function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations("shell");
  const pages = useSignedIn().chosen ? PAGES : [];
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
    <Dialog opened={opened} onClose={onClose} title={t("keys.title")}>
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
    </Dialog>
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
