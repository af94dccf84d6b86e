"use client";

import { IconExternalLink, IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./picture.module.css";

const CONTENT =
  /^(?:(?:https?:\/\/[^/]+)?\/?(?:api\/v2\/)?contents\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Id of the file that `image` refers to; undefined for a URL elsewhere or other text. */
export const contentIdIn = (image: string | null | undefined): string | undefined =>
  image ? CONTENT.exec(image)?.[1] : undefined;

const isWebUrl = (image: string | null | undefined): image is string =>
  typeof image === "string" && /^https?:\/\//i.test(image);

interface PictureProps {
  image: string | null | undefined;
  /** Empty if the text beside the image says the same. */
  alt: string;
  /** Pixels of the requested image; CSS decides the displayed size. */
  width: number;
  shape?: "thumb" | "fill";
}

/** Image of an item or a group, if this service stores it. Nothing is fetched from another host. */
export function Picture({ image, ...rest }: PictureProps) {
  return <Loaded key={image} image={image} {...rest} />;
}

function Loaded({ image, alt, width, shape = "thumb" }: PictureProps) {
  const [failures, setFailures] = useState(0);
  const id = contentIdIn(image);
  // Types that cannot be scaled, such as SVG, are shown unscaled.
  const sources = id ? [`/api/v2/contents/${id}/${width}`, `/api/v2/contents/${id}`] : [];
  const src = sources[failures];
  const Shape = !image ? IconPhoto : id === undefined && isWebUrl(image) ? IconExternalLink : IconPhotoOff;
  return (
    <span className={classes.picture} data-shape={shape}>
      {src ? (
        // biome-ignore lint/performance/noImgElement: the service already scales the image.
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailures(failures + 1)} />
      ) : (
        <Shape size={shape === "thumb" ? 16 : 32} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
