"use client";

import { Tabs } from "@mantine/core";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { LINKS, type LinkName } from "@/server/domain/cases/schema";
import type { OneCase } from "../types";
import classes from "./case-page.module.css";
import { LinkedAlerts, LinkedCodes, LinkedItems, LinkedReports, LinkedScans } from "./linked-lists";

const LIST_OF = {
  scan: LinkedScans,
  code: LinkedCodes,
  report: LinkedReports,
  alert: LinkedAlerts,
  item: LinkedItems,
} as const;

const NAME_OF = { scan: "scans", code: "codes", report: "reports", alert: "alerts", item: "items" } as const;

/** What belongs to a case, by kind; the first kind that it has is open. */
export function Linked({ found }: { found: OneCase }) {
  const t = useTranslations("cases.linked");
  const format = useFormatter();
  const { id, links } = found;
  const [open, setOpen] = useState<LinkName>(LINKS.find((kind) => links[kind] > 0) ?? "scan");
  const List = LIST_OF[open];
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      <Tabs
        value={open}
        onChange={(value) => setOpen(LINKS.find((kind) => kind === value) ?? "scan")}
        keepMounted={false}
      >
        <Tabs.List className={classes.tabs ?? ""}>
          {LINKS.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              <span>{t(NAME_OF[kind])}</span> <span className="figures">{format.number(links[kind])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open} className={classes.panel ?? ""}>
          <List id={id} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
