"use client";

import { Alert, Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { CopyButton } from "./copy-button";
import classes from "./secret-once.module.css";

interface SecretOnceProps {
  secret: string;
  /** What it is: "the token". */
  what: string;
  /** When the person says that it is kept; then forget it. */
  onKept?: () => void;
}

/** A secret that the service shows once and never again. */
export function SecretOnce({ secret, what, onKept }: SecretOnceProps) {
  const t = useTranslations("common");
  return (
    <Alert variant="outline" color="accent" icon={<IconKey aria-hidden />} title={t("secret.once")}>
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
