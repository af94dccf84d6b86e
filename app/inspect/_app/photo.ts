import { MAX_PHOTO_PIXELS } from "@/server/core/inspecting";
import type { TakenPhoto } from "./queue";

const QUALITY = 0.85;

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The factor that makes the longer side small enough. */
export const scaleOf = (width: number, height: number) =>
  Math.min(1, MAX_PHOTO_PIXELS / Math.max(width, height));

/**
 * Makes the photo that is kept and sent: at most 2,048 pixels, upright, without metadata.
 * @throws if the browser cannot read the image
 */
export async function takePhoto(name: string, file: Blob): Promise<TakenPhoto> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = scaleOf(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!jpeg) throw new Error("The browser made no JPEG.");
  const bytes = await jpeg.arrayBuffer();
  return { name, bytes, sha256: hex(await crypto.subtle.digest("SHA-256", bytes)) };
}
