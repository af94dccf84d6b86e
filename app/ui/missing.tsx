"use client";

import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Brand } from "./brand";
import { EmptyState } from "./empty-state";
import { Link } from "./link";
import classes from "./missing.module.css";

/** Replaces a page, or an object on it, that does not exist. */
export function Missing() {
  return (
    <main id="main">
      <Link href="/" aria-label="Assay" className={classes.brand}>
        <Brand />
      </Link>
      <MissingPage />
    </main>
  );
}

/** The same inside the dashboard's frame. */
export function MissingPage() {
  const t = useTranslations("errors");
  return (
    <>
      <title>{`${t("notFoundTitle")} · Assay`}</title>
      <h1 className="visually-hidden">{t("notFoundTitle")}</h1>
      <EmptyState
        icon={IconMapQuestion}
        title={t("notFoundTitle")}
        action={
          <Button component={Link} href="/overview" variant="default">
            {t("toOverview")}
          </Button>
        }
      >
        {t("notFoundText")}
      </EmptyState>
    </>
  );
}
