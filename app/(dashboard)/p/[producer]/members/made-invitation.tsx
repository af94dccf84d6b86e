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

/** Result of an invitation: "mailed", or its link, which is shown once. */
export function MadeInvitation({ invited, email, onDone }: MadeInvitationProps) {
  const t = useTranslations("members.invite");
  const format = useFormatter();
  const { link, expiresAt } = invited;
  return (
    <Stack>
      <Alert
        variant="outline"
        color="accent"
        icon={link ? <IconLink aria-hidden /> : <IconMailCheck aria-hidden />}
        role="status"
        classNames={{ message: classes.told ?? "" }}
      >
        {t(link ? "notMailed" : "mailed", { email })}
      </Alert>
      {link && (
        <section className={classes.link} aria-label={t("link")} data-link>
          {link}
          <div className={classes.copy}>
            <CopyButton value={link} what={t("what")} />
          </div>
        </section>
      )}
      <span className={classes.dimmed}>
        {t("until", { until: format.dateTime(expiresAt, { dateStyle: "long", timeStyle: "short" }), email })}
      </span>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t("done")}</Button>
      </Group>
    </Stack>
  );
}
