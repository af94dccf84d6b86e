"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Quotas } from "../../../_storage/quotas";
import { Uses } from "../../../_storage/uses";
import type { OneProducer } from "../types";
import { Part } from "./part";
import { QuotaDialog } from "./quota-dialog";

/** Use of the producer's storage, and its quotas. */
export function Storage({ producer }: { producer: OneProducer }) {
  const t = useTranslations("storage");
  const [isChanging, setChanging] = useState(false);
  return (
    <Part title={t("title")}>
      <Quotas storage={producer.storage} />
      {!producer.closedAt && (
        <div>
          <Button variant="default" size="xs" onClick={() => setChanging(true)}>
            {t("change.open")}
          </Button>
        </div>
      )}
      <h3>{t("uses.title")}</h3>
      <Uses storage={producer.storage} />
      {isChanging && <QuotaDialog producer={producer} onClose={() => setChanging(false)} />}
    </Part>
  );
}
