import { drawingSVG, qrcode } from "bwip-js/node";
import { publicBaseUrl } from "@/server/platform/env";

/** A printable QR code and the URL of its verify page. */
export interface QrCode {
  url: string;
  svg: string;
}

/** Drawn on the server: the library is larger than the page. */
export function qrCodeOf(identifier: string): QrCode {
  const url = `${publicBaseUrl}/v/${encodeURIComponent(identifier)}`;
  const wanted = {
    bcid: "qrcode",
    text: url,
    eclevel: "M",
    scale: 4,
    paddingwidth: 8,
    paddingheight: 8,
    backgroundcolor: "ffffff",
  };
  return { url, svg: qrcode(wanted, drawingSVG()) };
}
