import { drawingSVG, qrcode } from "bwip-js/node";

const FORM = {
  bcid: "qrcode",
  eclevel: "M",
  scale: 4,
  paddingwidth: 8,
  paddingheight: 8,
  backgroundcolor: "ffffff",
};

/** A QR code as SVG. Drawn on the server: the library is larger than any page. */
export function qrSvg(text: string): string {
  const wanted = { ...FORM, text };
  return qrcode(wanted, drawingSVG());
}
