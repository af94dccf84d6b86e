import sharp from "sharp";
import { joined, type Part, u16, u32 } from "./bytes";
import { encodedAs, QUARTERS } from "./picture";

export const box = (type: string, ...parts: Part[]) => {
  const data = joined(...parts);
  return joined(u32(data.length + 8), type, data);
};
const fullBox = (type: string, version: number, ...parts: Part[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);

function boxIn(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

const GRID_TILE = 64;

/** An AVIF of equal tiles in one colour, QUARTERS[0]. */
export async function avifGrid(columns: number, rows: number): Promise<Buffer> {
  const [red, green, blue] = QUARTERS[0];
  const background = { r: red, g: green, b: blue };
  const tile = await encodedAs(
    sharp({ create: { width: GRID_TILE, height: GRID_TILE, channels: 3, background } }),
    "avif",
  );
  const coded = boxIn(tile, "mdat").subarray(8);
  const size = [u32(columns * GRID_TILE), u32(rows * GRID_TILE)];
  const grid = joined(Buffer.from([0, 1, rows - 1, columns - 1]), ...size);
  const tiles = Array.from({ length: columns * rows }, (_, n) => n + 2);
  const item = (id: number, type: string) => fullBox("infe", 2, u16(id), u16(0), type, "\0");
  const uses = (id: number, ...properties: number[]) =>
    joined(u16(id), Buffer.from([properties.length, ...properties]));
  const place = (id: number, method: number, offset: number, length: number) =>
    joined(u16(id), u16(method), u16(0), u16(1), u32(offset), u32(length));
  const ftyp = box("ftyp", "avif", u32(0), "avifmif1miaf");
  const meta = (mediaAt: number) =>
    fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, u32(0), "pict", Buffer.alloc(13)),
      fullBox("pitm", 0, u16(1)),
      fullBox("iinf", 0, u16(tiles.length + 1), item(1, "grid"), ...tiles.map((id) => item(id, "av01"))),
      fullBox("iref", 0, box("dimg", u16(1), u16(tiles.length), ...tiles.map(u16))),
      box(
        "iprp",
        box(
          "ipco",
          fullBox("ispe", 0, ...size),
          fullBox("ispe", 0, u32(GRID_TILE), u32(GRID_TILE)),
          boxIn(tile, "av1C"),
          fullBox("pixi", 0, Buffer.from([3, 8, 8, 8])),
        ),
        fullBox("ipma", 0, u32(tiles.length + 1), uses(1, 1, 4), ...tiles.map((id) => uses(id, 2, 0x83, 4))),
      ),
      fullBox(
        "iloc",
        1,
        Buffer.from([0x44, 0]),
        u16(tiles.length + 1),
        place(1, 1, 0, grid.length),
        ...tiles.map((id) => place(id, 0, mediaAt, coded.length)),
      ),
      box("idat", grid),
    );
  const mediaAt = ftyp.length + meta(0).length + 8;
  return joined(ftyp, meta(mediaAt), box("mdat", coded));
}

/** An AVIF that declares a wrong size. */
export function avifOfSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  for (let at = changed.indexOf("ispe"); at >= 0; at = changed.indexOf("ispe", at + 4)) {
    changed.writeUInt32BE(width, at + 8);
    changed.writeUInt32BE(height, at + 12);
  }
  return changed;
}
