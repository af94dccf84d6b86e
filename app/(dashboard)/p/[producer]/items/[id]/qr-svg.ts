import { publicBaseUrl } from "@/server/platform/env";
import { qrSvg } from "@/server/platform/qr-svg";

/** A printable QR code and the URL of its verify page. */
export interface QrCode {
  url: string;
  svg: string;
}

export function qrCodeOf(identifier: string): QrCode {
  const url = `${publicBaseUrl}/v/${encodeURIComponent(identifier)}`;
  return { url, svg: qrSvg(url) };
}
