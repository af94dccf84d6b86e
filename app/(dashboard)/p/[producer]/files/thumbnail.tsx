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

/** Media types that the service can scale. */
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

/** Thumbnail of an image, or an icon for another type. */
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
    // biome-ignore lint/performance/noImgElement: the service already scales the image.
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
