"use client";

import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconLink, IconMailCheck } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import classes from "./members.module.css";
import type { Invited } from "./types";

interface MadeInvitationProps {
  invited: Invited;
  email: string;
  onDone: () => void;
}

/** Whether an invitation was mailed, and its link, which is shown this once. */
export function MadeInvitation({ invited, email, onDone }: MadeInvitationProps) {
  const t = useTranslations("members.invite");
  const format = useFormatter();
  const { mailed, link, expiresAt } = invited;
  return (
    <Stack>
      <Alert
        variant="outline"
        color="accent"
        icon={mailed ? <IconMailCheck aria-hidden /> : <IconLink aria-hidden />}
        role="status"
        classNames={{ message: classes.told ?? "" }}
      >
        {t(mailed ? "mailed" : "notMailed", { email })}
      </Alert>
      <section className={classes.link} aria-label={t("link")} data-link>
        {link}
        <div className={classes.copy}>
          <CopyButton value={link} what={t("what")} />
        </div>
      </section>
      <span className={classes.dimmed}>
        {t("until", { until: format.dateTime(expiresAt, { dateStyle: "long", timeStyle: "short" }), email })}
      </span>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t("done")}</Button>
      </Group>
    </Stack>
  );
}
