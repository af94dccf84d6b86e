"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconExternalLink, IconPrinter } from "@tabler/icons-react";
import { parseAsArrayOf, parseAsString } from "nuqs";
import { useTranslations } from "use-intl";
import { IdCopy } from "@/app/ui/id-copy";
import { Link } from "@/app/ui/link";
import { Section } from "../_parts/section";
import classes from "./item.module.css";
import type { QrCode } from "./qr-svg";

/** File name with only the characters that all file systems accept. */
const fileNameOf = (identifier: string) =>
  `${identifier.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80)}.svg`;

const asUrl = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Printable QR code of the item; it leads to the verify page. */
export function QrCodeToPrint({ identifier, code: { url, svg } }: { identifier: string; code: QrCode }) {
  const t = useTranslations("items.qr");
  return (
    <Section title={t("title")} description={t("lead")} framed>
      <div className={classes.qr}>
        <div className={classes.qrPicture}>
          {/* biome-ignore lint/performance/noImgElement: the image is an inline SVG. */}
          <img src={asUrl(svg)} alt={t("alt", { url })} />
        </div>
        <IdCopy id={identifier} what={t("identifier")} />
        <div className={classes.buttons}>
          <Button
            component="a"
            href={asUrl(svg)}
            download={fileNameOf(identifier)}
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("download")}
          </Button>
          <Button
            component={Link}
            href={`/labels?${new URLSearchParams({ items: parseAsArrayOf(parseAsString).serialize([identifier]) })}`}
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
          >
            {t("print")}
          </Button>
          <Button
            component="a"
            href={`/v/${encodeURIComponent(identifier)}`}
            target="_blank"
            rel="noopener"
            size="xs"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t("open")}
          </Button>
        </div>
      </div>
    </Section>
  );
}
