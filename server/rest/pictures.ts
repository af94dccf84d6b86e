import type { Picture } from "@/server/domain/contents/scale";
import type { RequestInfo } from "./endpoint";
import { SentFile } from "./file-answer";
import { limit } from "./limits";

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

/** Pictures cost work, and whoever asks for very many different ones has to wait. */
export const pictureLimit =
  ({ address }: RequestInfo) =>
  () =>
    limit("pictures made for this address", address);
