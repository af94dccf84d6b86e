import { type Canvas, createCanvas } from "@napi-rs/canvas";
import type { Line, Product } from "../brand";
import type { Chance } from "../chance";
import { drawBag } from "./bag";
import { drawBottle } from "./bottle";
import { drawHeadphones } from "./headphones";
import { drawSneaker } from "./sneaker";
import { type Brush, drawStudio, fade, glow, type Palette, SIDE } from "./studio";
import { drawWatch } from "./watch";

const DRAWN: Record<Line["picture"], (brush: Brush, palette: Palette) => void> = {
  watch: drawWatch,
  bag: drawBag,
  sneaker: drawSneaker,
  bottle: drawBottle,
  headphones: drawHeadphones,
};

const QUALITY = 88;

function drawProduct(line: Pick<Line, "picture">, { palette }: Pick<Product, "palette">): Canvas {
  const canvas = createCanvas(SIDE, SIDE);
  const brush = canvas.getContext("2d");
  drawStudio(brush, palette[2]);
  DRAWN[line.picture](brush, palette);
  return canvas;
}

/** Renders a product as a shop shows it: a square JPEG. */
export const productPicture = (
  line: Pick<Line, "picture">,
  product: Pick<Product, "palette">,
): Promise<Buffer> => drawProduct(line, product).encode("jpeg", QUALITY);

const [WIDTH, HEIGHT] = [900, 1_200];

/** Renders a phone's snapshot of a product on a table, tilted and in dim, yellowish light: a JPEG in portrait format. */
export function snapshotPicture(
  line: Pick<Line, "picture">,
  { palette: [body, accent] }: Pick<Product, "palette">,
  chance: Chance,
): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const brush = canvas.getContext("2d");
  const table = chance.pick(["#8d7a63", "#6f6a63", "#a39276", "#59616b"]);
  brush.fillStyle = table;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.strokeStyle = "rgba(0,0,0,0.08)";
  for (let y = 0; y < HEIGHT; y += 34) {
    brush.lineWidth = 1 + chance.below(5);
    brush.beginPath();
    brush.moveTo(0, y + chance.below(16));
    brush.bezierCurveTo(300, y + chance.below(40), 600, y - chance.below(40), WIDTH, y + chance.below(30));
    brush.stroke();
  }
  brush.save();
  brush.translate(WIDTH / 2 + chance.between(-50, 50), HEIGHT / 2 + chance.between(-40, 60));
  brush.rotate(chance.between(-0.16, 0.16));
  const size = chance.between(0.78, 0.94);
  brush.scale(size, size);
  brush.translate(-SIDE / 2, -SIDE / 2 - 40);
  DRAWN[line.picture](brush, [body, accent, table]);
  brush.restore();
  brush.fillStyle = "rgba(255,196,110,0.16)";
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  const [x, y] = [chance.between(150, 750), chance.between(150, 600)];
  brush.fillStyle = glow(brush, [x, y, 420], ["rgba(255,255,240,0.4)", "rgba(255,255,240,0)"]);
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.fillStyle = fade(brush, [0, 300, 0, HEIGHT], ["rgba(0,0,0,0)", "rgba(0,0,0,0.42)"]);
  brush.fillRect(0, 300, WIDTH, HEIGHT - 300);
  return canvas.encode("jpeg", 74);
}
