import { ActionIcon } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import classes from "./app.module.css";
import { go } from "./route";

/** Title of a page, with the way back. */
export function Bar({ title, back, children }: { title: string; back?: string; children?: ReactNode }) {
  const t = useTranslations("inspect.scan");
  return (
    <header className={classes.bar}>
      {back !== undefined && (
        <ActionIcon size={44} aria-label={t("back")} onClick={() => go(back)}>
          <IconChevronLeft aria-hidden />
        </ActionIcon>
      )}
      <h1>{title}</h1>
      {children}
    </header>
  );
}
