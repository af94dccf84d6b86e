"use client";

import { Button, Slider } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { CopyButton } from "@/app/ui/copy-button";
import { NumberField } from "@/app/ui/number-field";
import { usePercent } from "@/app/ui/percent";
import { isRecord } from "@/server/core/is-record";
import type { OneContent } from "../types";
import classes from "./file.module.css";

const MAX_WIDTH = 4096;
const USUAL_WIDTHS = [64, 160, 320, 640, 1280];
const DEFAULT = { width: 640, quality: 80 };
const DEBOUNCE_MS = 250;

/** The service refused to scale the image; the message is its reason. */
class NotScaled extends Error {}

interface Scaled {
  blob: Blob;
  width: number;
  height: number;
}

async function fetchScaled(path: string, signal: AbortSignal): Promise<Scaled> {
  const response = await fetch(path, { signal });
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => undefined);
    throw new NotScaled(isRecord(problem) && typeof problem.detail === "string" ? problem.detail : "");
  }
  const blob = await response.blob();
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { blob, width, height };
}

/** Object URL of a blob; revoked when the component no longer shows it. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob && url;
}

function Measure({
  label,
  value,
  most,
  onChange,
  hint,
  disabled = false,
}: {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
  hint?: string;
  disabled?: boolean;
}) {
  return (
    <div>
      <NumberField
        whole
        label={label}
        size="sm"
        min={1}
        max={most}
        clampBehavior="strict"
        allowNegative={false}
        value={value}
        onChange={(typed) => {
          const wanted = Number(typed);
          if (Number.isInteger(wanted) && wanted >= 1 && wanted <= most) onChange(wanted);
        }}
        disabled={disabled}
        {...(hint ? { description: hint } : {})}
        inputWrapperOrder={["label", "input", "description"]}
      />
      <Slider
        className={classes.slider ?? ""}
        min={1}
        max={most}
        value={value}
        onChange={onChange}
        disabled={disabled}
        label={null}
        thumbLabel={label}
      />
    </div>
  );
}

/** The scaled image at a chosen width and quality, with its URL, dimensions and size in bytes. */
export function Preview({
  content: { id, name, contentType, size: fullSize, url },
}: {
  content: OneContent;
}) {
  const t = useTranslations("files.one");
  const percent = usePercent();
  const bytes = useBytes();
  const [wish, setWish] = useState(DEFAULT);
  const [settled] = useDebouncedValue(wish, DEBOUNCE_MS);
  const isJpeg = contentType === "image/jpeg";
  const tail = `/${settled.width}${isJpeg ? `?quality=${settled.quality}` : ""}`;
  const query = useQuery({
    queryKey: ["scaled", id, tail],
    queryFn: ({ signal }) => fetchScaled(`/api/v2/contents/${id}${tail}`, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === id ? before : undefined),
  });
  const src = useObjectUrl(query.data?.blob);
  const size = query.data?.blob.size;
  return (
    <section className={classes.preview} aria-label={t("preview")}>
      <div className={classes.stage} aria-busy={query.isFetching}>
        {query.isError ? (
          <p role="alert" className={classes.notScaled}>
            {(query.error instanceof NotScaled && query.error.message) || t("previewFailed")}
          </p>
        ) : (
          src && (
            // biome-ignore lint/performance/noImgElement: the bytes of the image are what this page shows.
            <img
              src={src}
              alt={t("alt", { name: name || id })}
              data-stale={query.isPlaceholderData || undefined}
            />
          )
        )}
      </div>
      <div className={classes.controls}>
        <div className={classes.measures}>
          <Measure
            label={t("width")}
            value={wish.width}
            most={MAX_WIDTH}
            onChange={(width) => setWish({ ...wish, width })}
          />
          <Measure
            label={t("quality")}
            value={wish.quality}
            most={100}
            onChange={(quality) => setWish({ ...wish, quality })}
            disabled={!isJpeg}
            {...(isJpeg ? {} : { hint: t("qualityOfJpeg") })}
          />
        </div>
        <fieldset className={classes.widths}>
          <legend className="visually-hidden">{t("usualWidths")}</legend>
          {USUAL_WIDTHS.map((width) => (
            <Button
              key={width}
              size="compact-xs"
              variant="default"
              aria-pressed={wish.width === width}
              onClick={() => setWish({ ...wish, width })}
            >
              {width}
            </Button>
          ))}
        </fieldset>
        <p className={classes.told} role="status">
          {query.data && size !== undefined && !query.isError
            ? t("scaledSize", {
                width: query.data.width,
                height: query.data.height,
                size: bytes(size),
                share: percent(size / fullSize),
              })
            : " "}
        </p>
        <div className={classes.address}>
          <code title={`${url}${tail}`}>
            {url}
            {tail}
          </code>
          <CopyButton value={`${url}${tail}`} what={t("theScaledUrl")} />
        </div>
      </div>
    </section>
  );
}
