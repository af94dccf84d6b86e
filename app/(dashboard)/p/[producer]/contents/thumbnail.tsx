"use client";

import {
  IconFile,
  IconFileMusic,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
} from "@tabler/icons-react";
import { useState } from "react";
import classes from "./thumbnail.module.css";

/** The types that the service scales. */
const SCALED = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

export const isScaled = (type: string) => SCALED.has(type);

const SHAPES = [
  [/^image\//, IconPhoto],
  [/pdf$/, IconFileTypePdf],
  [/^video\//, IconMovie],
  [/^audio\//, IconFileMusic],
  [/zip|tar|compressed|gzip/, IconFileZip],
  [/^text\/|json|xml/, IconFileText],
] as const;

const shapeOf = (type: string) => SHAPES.find(([pattern]) => pattern.test(type))?.[1] ?? IconFile;

/** A file as a small picture: its own where it is an image, else what kind it is. */
export function Thumbnail({ id, type }: { id: string; type: string }) {
  const [hasFailed, setFailed] = useState(false);
  const Shape = shapeOf(type);
  if (!isScaled(type) || hasFailed)
    return (
      <span className={classes.kind}>
        <Shape size={34} stroke={1.3} aria-hidden />
      </span>
    );
  return (
    // biome-ignore lint/performance/noImgElement: the service scales it.
    <img
      className={classes.picture}
      src={`/api/v2/contents/${id}/280`}
      srcSet={`/api/v2/contents/${id}/280 1x, /api/v2/contents/${id}/560 2x`}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  );
}
