import { drawingSVG, qrcode } from "bwip-js/node";
import { publicBaseUrl } from "@/server/platform/env";

/** A code to print on an item, and the page that it leads to. */
export interface QrCode {
  url: string;
  svg: string;
}

/** Drawn by the service: what draws it weighs more than the page. */
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
