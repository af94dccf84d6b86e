"use client";

import { Alert, Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { CopyButton } from "./copy-button";
import { useLeaveGuard } from "./leave-guard";
import classes from "./secret-once.module.css";

interface SecretOnceProps {
  /** Label above the secret, if the page shows several: "Token". */
  label?: string;
  secret: string;
  /** The secret within a sentence: "the token". */
  what: string;
  /** Called when the person confirms that the secret is saved; the caller must then forget it. */
  onKept?: () => void;
}

/** A secret that is shown once. While it is visible, leaving the page needs a confirmation. */
export function SecretOnce({ label, secret, what, onKept }: SecretOnceProps) {
  const t = useTranslations("common");
  useLeaveGuard(true, { atStake: "secret" });
  return (
    <Alert variant="outline" color="accent" icon={<IconKey aria-hidden />} title={label ?? t("secret.once")}>
      {label && <p className={classes.once}>{t("secret.once")}</p>}
      <div className={classes.line}>
        <code className={classes.secret} data-secret>
          {secret}
        </code>
        <CopyButton value={secret} what={what} />
      </div>
      {onKept && (
        <Button size="xs" mt="sm" onClick={onKept}>
          {t("secret.done")}
        </Button>
      )}
    </Alert>
  );
}
