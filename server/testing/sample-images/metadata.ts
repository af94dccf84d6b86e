import { deflateSync } from "node:zlib";
import { joined, u16, u32 } from "./bytes";
import { segment, withSegments } from "./jpeg";
import { encodedAs, type Format, picture, SECRET } from "./picture";
import { pngChunk, withChunks } from "./png";

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${SECRET}"/></rdf:RDF></x:xmpmeta>`;

const IPTC = joined(
  "Photoshop 3.0\0",
  "8BIM",
  u16(0x0404),
  u16(0),
  u32(SECRET.length + 5),
  Buffer.from([0x1c, 2, 120, 0, SECRET.length]),
  SECRET,
  Buffer.alloc((SECRET.length + 5) % 2),
);

/** The picture with all personal metadata that its format supports. */
export async function talkative(format: Format): Promise<Buffer> {
  const image = picture();
  if (format !== "gif") {
    const position = { GPSLatitudeRef: "N", GPSLatitude: "53/1 33/1 4/1", GPSAreaInformation: SECRET };
    image.withExif({ IFD0: { Artist: SECRET, Software: SECRET }, IFD3: position }).withXmp(XMP);
  }
  const file = await encodedAs(image, format);
  switch (format) {
    case "jpeg":
      return withSegments(file, segment(0xed, IPTC), segment(0xfe, SECRET));
    case "png":
      return withChunks(
        file,
        pngChunk("tEXt", "Comment\0", SECRET),
        pngChunk("zTXt", "Author\0\0", deflateSync(SECRET)),
        pngChunk("iTXt", "Title\0\0\0\0\0", SECRET),
        pngChunk("tIME", Buffer.from([7, 230, 1, 2, 3, 4, 5])),
      );
    case "gif": {
      const comment = joined(Buffer.from([0x21, 0xfe, SECRET.length]), SECRET, "\0");
      const lastAt = file.length - 1;
      return joined(file.subarray(0, lastAt), comment, file.subarray(lastAt));
    }
    default:
      return file;
  }
}
