"use client";

import { Button, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { DayInput } from "@/app/ui/day-input";
import { useProducerQuery } from "@/app/ui/signed-in";
import { useZone } from "@/app/ui/zone";
import { dayAt } from "@/app/ui/zoned-day";
import type { EXPORT_FORMATS } from "@/server/domain/privacy/schema";
import { DAY, startOf } from "../../scans/filters";
import settings from "../settings.module.css";
import classes from "./privacy.module.css";

const FORMATS = ["csv", "ndjson"] as const satisfies typeof EXPORT_FORMATS;
const WEEK_MS = 7 * 86_400_000;

/** Download of all scans between two days, both inclusive. */
export default function ScansDownload() {
  const t = useTranslations("privacy.scans");
  const zone = useZone();
  const [from, setFrom] = useState(() => dayAt(zone, Date.now() - WEEK_MS));
  const [to, setTo] = useState(() => dayAt(zone, Date.now()));
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("csv");
  const begin = DAY.test(from) ? startOf(zone, from) : undefined;
  const before = DAY.test(to) ? startOf(zone, to, 1) : undefined;
  const producer = useProducerQuery();
  const isRange = begin !== undefined && before !== undefined && begin < before;
  const query = isRange && { format, from: String(begin), before: String(before), ...producer };
  return (
    <div className={settings.form}>
      <p className={settings.dimmed}>{t("text")}</p>
      <div className={`${classes.line} ${classes.days}`}>
        <DayInput label={t("from")} value={from} onChange={setFrom} />
        <DayInput label={t("to")} value={to} error={isRange ? undefined : t("noRange")} onChange={setTo} />
      </div>
      <Select
        label={t("format")}
        allowDeselect={false}
        value={format}
        data={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? "csv")}
      />
      <div>
        <Button
          component="a"
          {...(query
            ? { href: `/api/dashboard/scans/export?${new URLSearchParams(query)}` }
            : { "data-disabled": true, "aria-disabled": true })}
          download
          variant="default"
          leftSection={<IconDownload size={17} aria-hidden />}
        >
          {t("download")}
        </Button>
      </div>
    </div>
  );
}
