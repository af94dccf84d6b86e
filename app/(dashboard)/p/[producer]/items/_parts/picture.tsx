"use client";

import { IconExternalLink, IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./picture.module.css";

const CONTENT =
  /^(?:(?:https?:\/\/[^/]+)?\/?(?:api\/v2\/)?contents\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The id of the content that an `image` seems to name; nothing for a url elsewhere and for anything else. */
export const contentIdIn = (image: string | null | undefined): string | undefined =>
  image ? CONTENT.exec(image)?.[1] : undefined;

export const isWebUrl = (image: string | null | undefined): image is string =>
  typeof image === "string" && /^https?:\/\//i.test(image);

interface PictureProps {
  image: string | null | undefined;
  /** Words for those who do not see it; empty where words stand beside. */
  alt: string;
  /** In pixels of the picture that is asked for; its place decides how large it is shown. */
  width: number;
  shape?: "thumb" | "fill";
}

/** An image of an item or a group, as far as this service keeps it: nothing is fetched from another host. */
export function Picture({ image, ...rest }: PictureProps) {
  return <Loaded key={image} image={image} {...rest} />;
}

function Loaded({ image, alt, width, shape = "thumb" }: PictureProps) {
  const [failures, setFailures] = useState(0);
  const id = contentIdIn(image);
  // What cannot be scaled, such as SVG, is shown as it is.
  const sources = id ? [`/api/v2/contents/${id}/${width}`, `/api/v2/contents/${id}`] : [];
  const src = sources[failures];
  const Shape = !image ? IconPhoto : id === undefined && isWebUrl(image) ? IconExternalLink : IconPhotoOff;
  return (
    <span className={classes.picture} data-shape={shape}>
      {src ? (
        // biome-ignore lint/performance/noImgElement: the service scales it already.
        <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setFailures(failures + 1)} />
      ) : (
        <Shape size={shape === "thumb" ? 16 : 32} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
