import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Caption } from "./caption";
import { fontFor, type Weight } from "./fonts";
import type { Box } from "./labels";
import { STRIP_HEIGHT } from "./layout";
import type { Localised } from "./locale";
import type { Classification } from "./options";
import { paletteOf } from "./style";

const EDGE = 4;
const SIDE = 14;
const ATTRIBUTION_SIZE = 9;
const LINE_SIZE = 12;
/** Pixels between the line and the attribution. */
const ATTRIBUTION_GAP = 16;

interface Part {
  text: string;
  colour: string;
  weight: Weight;
}

interface StripContent {
  caption: Caption;
  classification: Classification;
  attribution: string;
  localised: Localised;
}

export interface Strip extends StripContent {
  size: { width: number; height: number };
  line: Part[];
  /** Whether the attribution does not fit into the strip and stands on the map above it. */
  isAttributionAbove: boolean;
  attributionBox: Box;
}

/** Decides what fits into the strip along the lower edge. */
export function planStrip(
  ctx: SKRSContext2D,
  size: { width: number; height: number },
  content: StripContent,
): Strip {
  const { caption, classification, localised } = content;
  const { width, height } = size;
  const line: Part[] = [
    { text: caption.classification, colour: paletteOf(ctx).verdicts[classification], weight: 600 },
    { text: caption.coordinates, colour: paletteOf(ctx).quietText, weight: 400 },
  ];
  const distance: Part[] = caption.distance
    ? [{ text: caption.distance, colour: paletteOf(ctx).quietText, weight: 400 }]
    : [];
  ctx.font = fontFor(`${content.attribution}…`, ATTRIBUTION_SIZE, 400);
  const attribution = shortened(ctx, content.attribution, width - 16);
  const attributionWidth = ctx.measureText(attribution).width;
  const widthWith = (parts: Part[]) => widthOf(ctx, parts, LINE_SIZE, localised.language);
  const room = width - 2 * SIDE;
  const whole = [...line, ...distance];
  const shown = widthWith(whole) <= room ? whole : line;
  const isAttributionAbove = widthWith(shown) + attributionWidth + ATTRIBUTION_GAP > room;
  const bottom = isAttributionAbove ? height - STRIP_HEIGHT - 4 : height - 5;
  const left = localised.isRightToLeft && !isAttributionAbove ? 8 : width - 8 - attributionWidth;
  const attributionBox = { left, top: bottom - 11, right: left + attributionWidth, bottom };
  return { ...content, attribution, size, line: shown, isAttributionAbove, attributionBox };
}

/** Draws the strip: place, classification and coordinates, with the attribution opposite. */
export function drawStrip(ctx: SKRSContext2D, strip: Strip): void {
  const { caption, classification, localised, line } = strip;
  const { width, height } = strip.size;
  const { isRightToLeft, language } = localised;
  const top = height - STRIP_HEIGHT;
  ctx.fillStyle = paletteOf(ctx).strip;
  ctx.fillRect(0, top, width, STRIP_HEIGHT);
  ctx.fillStyle = paletteOf(ctx).hairline;
  ctx.fillRect(0, top - 0.5, width, 0.5);
  ctx.fillStyle = paletteOf(ctx).marks[classification];
  ctx.fillRect(isRightToLeft ? width - EDGE : 0, top, EDGE, STRIP_HEIGHT);

  ctx.direction = isRightToLeft ? "rtl" : "ltr";
  ctx.textBaseline = "alphabetic";
  ctx.lang = language;
  const options = {
    from: isRightToLeft ? width - SIDE : SIDE,
    room: width - 2 * SIDE,
    language,
    isRightToLeft,
  };
  drawParts(ctx, [{ text: caption.title, colour: paletteOf(ctx).text, weight: 600 }], {
    ...options,
    size: 15.5,
    y: top + 20,
  });
  drawParts(ctx, line, { ...options, size: LINE_SIZE, y: top + 38 });
  drawAttribution(ctx, strip);
}

function drawAttribution(
  ctx: SKRSContext2D,
  { attribution, attributionBox, isAttributionAbove }: Strip,
): void {
  ctx.direction = "ltr";
  ctx.lang = "en";
  ctx.font = fontFor(attribution, ATTRIBUTION_SIZE, 400);
  ctx.textAlign = "left";
  const { left, bottom } = attributionBox;
  if (isAttributionAbove) {
    ctx.strokeStyle = paletteOf(ctx).halo;
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    ctx.strokeText(attribution, left, bottom - 2);
  }
  ctx.fillStyle = paletteOf(ctx).quietText;
  ctx.fillText(attribution, left, bottom - 2);
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

/** Draws parts of text one after the other, in the reading direction of the language. */
function drawParts(
  ctx: SKRSContext2D,
  parts: Part[],
  { size, from, y, language, isRightToLeft, room }: LineOptions,
) {
  const step = isRightToLeft ? -1 : 1;
  let x = from;
  const draw = (text: string, weight: Weight, colour: string) => {
    ctx.font = fontFor(`${text}…`, size, weight, language);
    ctx.textAlign = isRightToLeft ? "right" : "left";
    ctx.fillStyle = colour;
    const shown = shortened(ctx, text, room - Math.abs(x - from));
    ctx.fillText(shown, x, y);
    x += step * ctx.measureText(shown).width;
  };
  parts.forEach(({ text, weight, colour }, i) => {
    if (i > 0) {
      x += step * SPACE;
      draw(SEPARATOR, 400, paletteOf(ctx).quietText);
      x += step * SPACE;
    }
    draw(text, weight, colour);
  });
}

/** Shortens a text to the available width. */
function shortened(ctx: SKRSContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  const letters = [...text];
  while (letters.length > 1 && ctx.measureText(`${letters.join("").trimEnd()}…`).width > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
