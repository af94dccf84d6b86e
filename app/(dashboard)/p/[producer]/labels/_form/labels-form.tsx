"use client";

import { Button, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { DEFAULT_SETTINGS, FORMATS, type LabelSettings } from "@/server/domain/labels/schema";
import { Section } from "../../items/_parts/section";
import { useDownload } from "../_prints/use-download";
import type { Previewed, SavedLayout, Source } from "../types";
import { ContentFields } from "./content-fields";
import classes from "./form.module.css";
import { Layouts } from "./layouts";
import { LimitedNumber } from "./limited-number";
import { PrinterFields } from "./printer-fields";
import { StockFields } from "./stock-fields";

const Preview = dynamic(() => import("./preview"), {
  ssr: false,
  loading: () => <div className={classes.waiting} />,
});

interface LabelsFormProps {
  source: Source;
  labels: Previewed;
  layouts: SavedLayout[];
  /** The settings of the last print. */
  last: LabelSettings | null;
  /** Whether labels can have second codes. */
  hasActivation: boolean;
  range?: { from: number; count: number };
  onRange?: (range: { from: number; count: number }) => void;
}

/** Form of a print beside its preview. */
export function LabelsForm({
  source,
  labels,
  layouts,
  last,
  hasActivation,
  range,
  onRange,
}: LabelsFormProps) {
  const t = useTranslations("labels");
  const trpc = useTRPC();
  const toast = useToast();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const download = useDownload();
  const [settings, setSettings] = useState<LabelSettings>(last ?? DEFAULT_SETTINGS);
  const [skip, setSkip] = useState(0);
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("pdf");
  const print = useMutation(
    trpc.labels.print.mutationOptions({
      // The print is recorded: its file is downloaded also if the person left the page meanwhile.
      onSuccess: ({ id, count, reprinted }) => {
        download(id);
        const again = reprinted > 0 ? ` ${t("file.again", { reprinted })}` : "";
        toast.done(t("file.done", { count }) + again);
        return queryClient.invalidateQueries(trpc.labels.prints.pathFilter());
      },
    }),
  );
  const edited = {
    settings,
    change: (part: Partial<LabelSettings>) => setSettings((before) => ({ ...before, ...part })),
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    print.mutate({ source, settings, format, skip });
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div>
        {range && onRange && labels.lastPosition && (
          <Section title={t("range.title")} framed>
            <div className={classes.fields}>
              <LimitedNumber
                label={t("range.from")}
                value={range.from}
                min={1}
                max={labels.lastPosition}
                whole
                onChange={(from) => onRange({ ...range, from })}
              />
              <LimitedNumber
                label={t("range.count")}
                value={Math.min(range.count, labels.count)}
                min={1}
                max={10_000}
                whole
                onChange={(count) => onRange({ ...range, count })}
              />
            </div>
          </Section>
        )}
        <Layouts layouts={layouts} settings={settings} onChoose={setSettings} />
        <Section title={t("stock.title")} framed>
          <StockFields {...edited} />
        </Section>
        <Section title={t("content.title")} framed>
          <ContentFields {...edited} labels={labels} hasActivation={hasActivation} />
        </Section>
        <Section title={t("printer.title")} framed>
          <PrinterFields {...edited} skip={skip} onSkip={setSkip} />
        </Section>
      </div>
      <aside className={classes.aside} aria-label={t("preview.title")}>
        <Section title={t("preview.title")}>
          <Preview settings={settings} skip={skip} labels={labels} />
        </Section>
        <div className={classes.file}>
          <Select
            label={t("file.format")}
            allowDeselect={false}
            value={format}
            data={FORMATS.map((value) => ({ value, label: t(`file.formats.${value}`) }))}
            onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? format)}
          />
          <FormFailure>{print.isError ? failureText(print.error) : undefined}</FormFailure>
          <Button
            type="submit"
            loading={print.isPending}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("file.download")}
          </Button>
        </div>
      </aside>
    </form>
  );
}
