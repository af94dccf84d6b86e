import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Caption } from "./caption";
import { fontFor, type Weight } from "./fonts";
import { STRIP_HEIGHT } from "./layout";
import type { Localised } from "./locale";
import type { Classification } from "./scan-map";
import { COLOURS, MARKER_COLOURS } from "./style";

const EDGE = 4;
const SIDE = 14;
const ATTRIBUTION_SIZE = 9;

interface Part {
  text: string;
  colour: string;
  weight: Weight;
}

interface Strip {
  caption: Caption;
  classification: Classification;
  attribution: string;
  localised: Localised;
  width: number;
  height: number;
}

/** The strip along the lower edge: place, coordinates and classification; and whose data it is, opposite. */
export function drawStrip(ctx: SKRSContext2D, strip: Strip): void {
  const { caption, classification, attribution, localised, width, height } = strip;
  const { isRightToLeft, language } = localised;
  const top = height - STRIP_HEIGHT;
  ctx.fillStyle = COLOURS.strip;
  ctx.fillRect(0, top, width, STRIP_HEIGHT);
  ctx.fillStyle = COLOURS.hairline;
  ctx.fillRect(0, top - 0.5, width, 0.5);
  ctx.fillStyle = MARKER_COLOURS[classification];
  ctx.fillRect(isRightToLeft ? width - EDGE : 0, top, EDGE, STRIP_HEIGHT);

  ctx.direction = isRightToLeft ? "rtl" : "ltr";
  ctx.textBaseline = "alphabetic";
  ctx.lang = language;
  const from = isRightToLeft ? width - SIDE : SIDE;
  const room = width - 2 * SIDE;
  const quiet = { colour: COLOURS.quietText, weight: 400 } as const;
  const title = { text: caption.title, colour: COLOURS.text, weight: 600 } as const;
  const line = [
    { text: caption.classification, colour: MARKER_COLOURS[classification], weight: 600 } as const,
    ...[caption.coordinates, caption.distance].map((text) => ({
      text: text ?? "",
      ...quiet,
    })),
  ].filter(({ text }) => text !== "");

  ctx.font = fontFor(attribution, ATTRIBUTION_SIZE, 400);
  const attributionWidth = ctx.measureText(attribution).width;
  const fits = (parts: Part[], size: number, beside: number) =>
    widthOf(ctx, parts, size, language) <= room - beside;
  // What is least needed goes first: the distance, then the attribution's place beside the lower line.
  const beside = attributionWidth + 16;
  const whole = fits(line, 12, 0) ? line : line.slice(0, 2);
  const isBelow = fits(whole, 12, beside);
  drawParts(ctx, [title], {
    size: 15.5,
    from,
    y: top + 20,
    language,
    isRightToLeft,
    room: isBelow ? room : room - beside,
  });
  drawParts(ctx, whole, { size: 12, from, y: top + 38, language, isRightToLeft, room });

  ctx.direction = "ltr";
  ctx.font = fontFor(attribution, ATTRIBUTION_SIZE, 400);
  ctx.fillStyle = COLOURS.quietText;
  ctx.textAlign = isRightToLeft ? "left" : "right";
  ctx.fillText(attribution, isRightToLeft ? 8 : width - 8, isBelow ? height - 7 : top + 13);
}

const SEPARATOR = "·";
const SPACE = 6;

function widthOf(ctx: SKRSContext2D, parts: Part[], size: number, language: string): number {
  ctx.font = fontFor(SEPARATOR, size, 400);
  const separators = (parts.length - 1) * (ctx.measureText(SEPARATOR).width + 2 * SPACE);
  return parts.reduce((sum, { text, weight }) => {
    ctx.font = fontFor(text, size, weight, language);
    return sum + ctx.measureText(text).width;
  }, separators);
}

interface LineOptions {
  size: number;
  from: number;
  y: number;
  language: string;
  isRightToLeft: boolean;
  room: number;
}

/** Draws parts of text one after the other, in the direction in which the language reads. */
function drawParts(
  ctx: SKRSContext2D,
  parts: Part[],
  { size, from, y, language, isRightToLeft, room }: LineOptions,
) {
  const step = isRightToLeft ? -1 : 1;
  let x = from;
  const draw = (text: string, weight: Weight, colour: string) => {
    ctx.font = fontFor(text, size, weight, language);
    ctx.textAlign = isRightToLeft ? "right" : "left";
    ctx.fillStyle = colour;
    const shown = shortened(ctx, text, room - Math.abs(x - from));
    ctx.fillText(shown, x, y);
    x += step * ctx.measureText(shown).width;
  };
  parts.forEach(({ text, weight, colour }, i) => {
    if (i > 0) {
      x += step * SPACE;
      draw(SEPARATOR, 400, COLOURS.quietText);
      x += step * SPACE;
    }
    draw(text, weight, colour);
  });
}

/** As much of a text as there is room for. */
function shortened(ctx: SKRSContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && ctx.measureText(`${letters.join("").trimEnd()}…`).width > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
