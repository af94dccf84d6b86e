"use client";

import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Brand } from "./brand";
import { EmptyState } from "./empty-state";
import { Link } from "./link";
import classes from "./missing.module.css";

/** Instead of a page, or of the thing on it, that is not there. */
export function Missing() {
  const t = useTranslations("errors");
  return (
    <main id="main">
      <Link href="/" aria-label="Assay" className={classes.brand} prefetch={false}>
        <Brand />
      </Link>
      <title>{`${t("notFoundTitle")} · Assay`}</title>
      <h1 className="visually-hidden">{t("notFoundTitle")}</h1>
      <EmptyState
        icon={IconMapQuestion}
        title={t("notFoundTitle")}
        action={
          <Button component={Link} href="/overview" variant="default" prefetch={false}>
            {t("toOverview")}
          </Button>
        }
      >
        {t("notFoundText")}
      </EmptyState>
    </main>
  );
}
