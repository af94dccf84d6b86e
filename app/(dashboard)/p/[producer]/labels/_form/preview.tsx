"use client";

import { fitted, LabelFault, type LabelFaultCode, type LabelWarning, svgOfPage } from "@assay/labels";
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconCircleX } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { contentOf, type LabelSettings, layoutOf } from "@/server/domain/labels/schema";
import type { Previewed } from "../types";
import classes from "./form.module.css";

interface PreviewProps {
  settings: LabelSettings;
  skip: number;
  labels: Previewed;
}

type Drawn =
  | { svg: string; pages: number; labelsPerPage: number; moduleMm: number; warnings: LabelWarning[] }
  | { fault: LabelFaultCode };

/** Draws the first page. */
function drawn({ settings, skip, labels: { labels, count, baseUrl } }: PreviewProps): Drawn {
  try {
    const layout = layoutOf(settings, skip);
    const contents = labels.map((label) => contentOf(settings, label, baseUrl));
    const onPage = skip % (layout.grid.columns * layout.grid.rows);
    return { ...fitted(layout, contents, count), svg: svgOfPage(layout, contents, onPage) };
  } catch (fault) {
    if (!(fault instanceof LabelFault)) throw fault;
    return { fault: fault.code };
  }
}

const asUrl = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Preview of the first page with warnings. It loads the encoder of symbols, which is larger than the page. */
export default function Preview({ settings, skip, labels }: PreviewProps) {
  const t = useTranslations("labels");
  const page = useMemo(() => drawn({ settings, skip, labels }), [settings, skip, labels]);
  if ("fault" in page)
    return (
      <Alert color="red" variant="light" icon={<IconCircleX size={18} aria-hidden />} role="alert">
        {t(`faults.${page.fault}`)}
      </Alert>
    );
  const { svg, pages, labelsPerPage, moduleMm, warnings } = page;
  return (
    <div className={classes.preview}>
      {/* biome-ignore lint/performance/noImgElement: the image is an inline SVG. */}
      <img src={asUrl(svg)} alt={t("preview.alt")} className={classes.page} />
      <p className={classes.dim}>
        {t("preview.pages", { pages, labels: labelsPerPage, module: Math.round(moduleMm * 1_000) / 1_000 })}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>{t(`warnings.${warning}`)}</span>
        </p>
      ))}
    </div>
  );
}
