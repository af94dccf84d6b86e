import type { Picture, Turn } from "@/server/domain/contents/picture";
import { networkOf } from "./address";
import type { RequestInfo } from "./endpoint";
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
export const pictureTurn = ({ address }: RequestInfo): Turn => turnOf(address && networkOf(address));

/** The turns of whoever stands behind a network. */
export const turnOf =
  (network: string | undefined): Turn =>
  async (make) => {
    await limit("pictures made for this address", network);
    return withinShare("pictures at once for this address", network, make);
  };
