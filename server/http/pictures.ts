import type { Picture, Turn } from "@/server/domain/contents/picture";
import { SentFile } from "./file-answer";
import { limit, withinShare } from "./limits";

/** A picture that was made, as an answer. */
export const pictureFile = ({ type, bytes, version }: Picture, cache: "public" | "private" = "public") =>
  new SentFile({
    contentType: type,
    size: bytes.byteLength,
    version,
    cache,
    disposition: "inline",
    read: async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  });

/** Pictures cost work: whoever asks for very many different ones, or for many at once, has to wait. */
export const pictureTurn = ({ address }: { address: string | undefined }): Turn => turnOf(address);

/** The turns of an address or a network. */
export const turnOf =
  (address: string | undefined): Turn =>
  async (make) => {
    await limit("pictures made for this address", address);
    return withinShare("pictures at once for this address", address, make);
  };
