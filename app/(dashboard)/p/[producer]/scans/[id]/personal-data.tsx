"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Moment } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { EraseDialog } from "../../settings/privacy/erase-dialog";
import type { OneScan } from "../types";
import classes from "./scan-page.module.css";

/** Note that the scan's personal data was erased or, for owners, the link to erase it. */
export function PersonalData({ scan: { id, erasedAt } }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const isOwner = useCan("owner");
  const [isErasing, setErasing] = useState(false);
  if (erasedAt === null && !isOwner) return null;
  return (
    <section className={`${classes.card} ${classes.personal}`} aria-labelledby="personal-data">
      <h2 id="personal-data" className={classes.title}>
        {t("privacy")}
      </h2>
      {erasedAt === null ? (
        <>
          <p>{t("privacyText")}</p>
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => setErasing(true)}>
            {t("erase")}
          </Button>
        </>
      ) : (
        <p role="status">
          {t("erased")} <Moment at={erasedAt} />.
        </p>
      )}
      <EraseDialog opened={isErasing} onClose={() => setErasing(false)} subject={{ scan: id }} count={1} />
    </section>
  );
}
