import { avifGrid, avifOfSize, box } from "./avif";
import { joined, MIB, u16, u16le, u24le, u32, u32le } from "./bytes";
import { gif, webp, webpChunk } from "./gif-and-webp";
import { jpegOfScans, jpegOfSize, segment, withSegments } from "./jpeg";
import { encodedAs, picture, type Sample, sample } from "./picture";
import { blackPng, deflatedZeroes, PNG_SIGNATURE, png, pngChunk, withChunks } from "./png";

/** Files that claim to be a picture of the five formats and are not. */
export async function impostors(canary = "http://127.0.0.1:9/"): Promise<Sample[]> {
  const svg = (content: string, before = "") =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48">${content}</svg>`,
    );
  const files: [string, Buffer][] = [
    ["SVG with a file", svg('<image href="file:///etc/passwd" width="64" height="48"/>')],
    ["SVG with an address", svg(`<image xlink:href="${canary}a.png" width="64" height="48"/>`)],
    ["SVG with a style sheet", svg("", `<?xml-stylesheet type="text/css" href="${canary}a.css"?>`)],
    [
      "SVG with entities",
      svg(
        "<text>&passwd;&far;</text>",
        `<!DOCTYPE svg [<!ENTITY passwd SYSTEM "file:///etc/passwd"><!ENTITY far SYSTEM "${canary}e">]>`,
      ),
    ],
    [
      "PDF",
      Buffer.from("%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
    ],
    ["TIFF", await picture().tiff().toBuffer()],
    [
      "PSD",
      joined("8BPS", u16(1), Buffer.alloc(6), u16(3), u32(48), u32(64), u16(8), u16(3), Buffer.alloc(64)),
    ],
    ["HEIC", joined(box("ftyp", "heic", u32(0), "mif1heic"), box("mdat", Buffer.alloc(64)))],
    ["JPEG 2000", joined(box("jP  ", Buffer.from([13, 10, 0x87, 10])), box("ftyp", "jp2 ", u32(0), "jp2 "))],
    ["BMP", joined("BM", u32le(58), u32(0), u32le(54), u32le(40), u32le(1), u32le(1), u16le(1), u16le(24))],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["PPM", Buffer.from("P6 1 1 255 abc")],
    ["vips", joined(Buffer.from([0xb6, 0xa6, 0xf2, 0x08]), Buffer.alloc(60))],
    ["one byte", Buffer.from([0x89])],
    ["its signature alone", PNG_SIGNATURE],
    ["nothing", Buffer.alloc(0)],
  ];
  return files.map(([name, bytes]) => sample(name, "png", bytes));
}

/** Pictures that declare a far larger size than anyone needs. */
export async function giants(): Promise<Sample[]> {
  const [jpeg, avif] = [await encodedAs(picture(), "jpeg"), await encodedAs(picture(), "avif")];
  const lossless = Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0]);
  const extended = joined(Buffer.from([2, 0, 0, 0]), u24le(0xffffff), u24le(0xff));
  return [
    sample("PNG of 256 megapixels", "png", blackPng({ width: 16_384, height: 16_384 })),
    sample(
      "PNG of 2^62 pixels",
      "png",
      png({ width: 0x7fffffff, height: 0x7fffffff }, pngChunk("IDAT", deflatedZeroes(99))),
    ),
    sample("JPEG of 65535x65535", "jpeg", jpegOfSize(jpeg, 65_535, 65_535)),
    sample("GIF of 65535x65535", "gif", gif({ width: 65_535, height: 65_535, frames: 3 })),
    sample("GIF of 10,000 frames of 65x65", "gif", gif({ width: 65, height: 65, frames: 10_000 })),
    sample("WebP of 16384x16384", "webp", webp(webpChunk("VP8L", lossless))),
    sample(
      "animated WebP of 2^24x256",
      "webp",
      webp(webpChunk("VP8X", extended), webpChunk("ANIM", Buffer.alloc(6))),
    ),
    sample("AVIF of 2^31x2^31", "avif", avifOfSize(avif, 0x7fffffff, 0x7fffffff)),
    sample("AVIF of 65535x65535", "avif", avifOfSize(avif, 65_535, 65_535)),
    sample("AVIF of 10,000 tiles", "avif", await avifGrid(100, 100)),
  ];
}

/** Pictures of the maximum accepted size, in the formats that take the most memory. */
export async function heavyweights(): Promise<Sample[]> {
  const [width, height] = [6_300, 6_300];
  return [
    sample("interlaced PNG, RGBA", "png", blackPng({ width, height, colour: 6, interlaced: true })),
    sample(
      "interlaced PNG of 16 bits",
      "png",
      blackPng({ width, height, depth: 16, colour: 6, interlaced: true }),
    ),
    sample("GIF", "gif", gif({ width, height, frames: 1 })),
    sample("JPEG that ends early", "jpeg", jpegOfSize(await encodedAs(picture(), "jpeg"), width, height)),
    sample("progressive JPEG of 20 scans", "jpeg", jpegOfScans(width, height, 20)),
  ];
}

/** Pictures that are also something else, or that have very large parts. */
export async function tricky(): Promise<Sample[]> {
  const [jpeg, small] = [await encodedAs(picture(), "jpeg"), await encodedAs(picture(), "png")];
  const html = "<html><script>alert(1)</script></html>";
  const bomb = deflatedZeroes(100 * MIB);
  const text = (n: number) => pngChunk("zTXt", `Comment ${n}\0\0`, deflatedZeroes(7 * MIB));
  // Its width reads as the start of a comment, which the bytes after the picture end.
  const script = joined(gif({ width: 0x2a2f, height: 1, frames: 1 }), "*/=1;alert(1)//");
  return [
    sample("JPEG with HTML in a comment", "jpeg", withSegments(jpeg, segment(0xfe, html))),
    sample("JPEG with HTML after it", "jpeg", joined(jpeg, html)),
    sample("GIF that is a script", "gif", script),
    sample("PNG with a profile of 100 MiB", "png", withChunks(small, pngChunk("iCCP", "x\0\0", bomb))),
    sample("PNG with a text of 100 MiB", "png", withChunks(small, pngChunk("zTXt", "Comment\0\0", bomb))),
    sample(
      "PNG with 60 texts of 7 MiB",
      "png",
      withChunks(small, ...Array.from({ length: 60 }, (_, n) => text(n))),
    ),
    sample("GIF of 10,000 frames", "gif", gif({ width: 1, height: 1, frames: 10_000 })),
    sample("PNG with a wrong checksum", "png", joined(small.subarray(0, 20), "\x01", small.subarray(21))),
    sample(
      "JPEG whose profile is none",
      "jpeg",
      withSegments(jpeg, segment(0xe2, "ICC_PROFILE\0\x01\x01", "x".repeat(200))),
    ),
  ];
}
