import type { Picture, Turn } from "@/server/domain/contents/picture";
import { SentFile } from "./file-answer";
import { limit, withinShare } from "./limits";

/** The answer with a generated picture. */
export const pictureFile = ({ type, bytes, version }: Picture, cache: "public" | "private" = "public") =>
  new SentFile({
    contentType: type,
    size: bytes.byteLength,
    version,
    cache,
    disposition: "inline",
    read: async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  });

/** Limits the pictures of an address, by number and by concurrency, since each takes work. */
export const pictureTurn = ({ address }: { address: string | undefined }): Turn => turnOf(address);

/** The picture turns of an address or a network. */
export const turnOf =
  (address: string | undefined): Turn =>
  async (make) => {
    await limit("pictures made for this address", address);
    return withinShare("pictures at once for this address", address, make);
  };
