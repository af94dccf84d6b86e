"use client";

import { Tabs } from "@mantine/core";
import { useTranslations } from "use-intl";
import { CodeBlock } from "./code-block";
import classes from "./verify.module.css";
import type { Receiver } from "./webhooks-doc";

/** Sample receivers that verify signatures, one for each language. */
export function Receivers({ of }: { of: Receiver[] }) {
  const t = useTranslations("webhooks.verify");
  return (
    <Tabs defaultValue={of[0]?.name ?? null}>
      <Tabs.List className={classes.tabs ?? ""} aria-label={t("receivers")}>
        {of.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {of.map(({ name, install, code }) => (
        <Tabs.Panel key={name} value={name} className={classes.receiver}>
          {install && <CodeBlock label={t("install", { name })} code={install} />}
          <CodeBlock label={t("receiver", { name })} code={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
