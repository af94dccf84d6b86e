import { LabelFault } from "./fault";

export const DEFAULT_PICTURE_DPI = 300;
/** 64 MiB of memory while a picture is drawn. */
const MAX_PICTURE_PIXELS = 16 * 1024 * 1024;

/**
 * The width and height of a label's picture in pixels; its measures are millimetres.
 * @throws LabelFault for a picture of more than 16,777,216 pixels
 */
export function pictureSize(
  label: { width: number; height: number },
  dpi = DEFAULT_PICTURE_DPI,
): { width: number; height: number } {
  const pixels = (mm: number) => Math.max(1, Math.round((mm * dpi) / 25.4));
  const [width, height] = [pixels(label.width), pixels(label.height)];
  if (width * height <= MAX_PICTURE_PIXELS) return { width, height };
  throw new LabelFault(
    "picture-size",
    `A picture of ${width} x ${height} pixels has more than ${MAX_PICTURE_PIXELS} pixels.`,
  );
}
