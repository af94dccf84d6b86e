"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import { Dialog } from "@/app/ui/dialog";
import classes from "./account.module.css";

/** Dialog with new recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations("settings.factors");
  return (
    <Dialog opened onClose={onClose} title={t("codes")} isShownOnce>
      <Stack>
        <p>{t("codesText")}</p>
        <ul className={classes.codes} aria-label={t("codes")}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group justify="space-between">
          <CopyButton value={codes.join("\n")} what={t("codesWhat")} />
          <Button onClick={onClose}>{t("codesSaved")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
