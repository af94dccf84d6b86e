import { isAscii } from "node:buffer";
import iconv from "iconv-lite";
import { SpreadsheetFault } from "../fault";
import { SAMPLE_BYTES } from "../limits";

interface Decoder {
  write(bytes: Uint8Array): string;
  end(): string;
}

/**
 * Decodes text. A byte order mark names UTF-8 or UTF-16. Without one, ASCII decides nothing; the first 64 KiB from the
 * first other byte on decide between UTF-8 and, if they are not valid UTF-8, Windows-1252.
 * @throws {SpreadsheetFault} `invalidEncoding` if later bytes contradict.
 */
export async function* decodeText(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let pending: Uint8Array = new Uint8Array();
  let isFirst = true;
  for await (const chunk of source) {
    if (isFirst) decoder = decoderOfMark(chunk);
    isFirst = false;
    if (decoder) {
      yield decoder.write(chunk);
      continue;
    }
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    if (!isAscii(pending) && pending.length < SAMPLE_BYTES) continue;
    if (!isAscii(pending)) decoder = isUtf8(pending, true) ? unicodeDecoder("utf-8") : windowsDecoder();
    yield decoder ? decoder.write(pending) : Buffer.from(pending).toString("latin1");
    pending = new Uint8Array();
  }
  decoder ??= isUtf8(pending, false) ? unicodeDecoder("utf-8") : windowsDecoder();
  yield decoder.write(pending) + decoder.end();
}

/** The decoder of a byte order mark, which it removes. The first chunk has at least three bytes if the file has. */
function decoderOfMark([first, second, third]: Uint8Array): Decoder | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return unicodeDecoder("utf-8", false);
  if (first === 0xff && second === 0xfe) return unicodeDecoder("utf-16le", false);
  if (first === 0xfe && second === 0xff) return unicodeDecoder("utf-16be", false);
  return undefined;
}

function isUtf8(bytes: Uint8Array, mayContinue: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: mayContinue });
    return true;
  } catch {
    return false;
  }
}

function unicodeDecoder(encoding: string, ignoreBOM = true): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM });
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      throw new SpreadsheetFault("invalidEncoding", {}, { cause });
    }
  };
  return { write: decode, end: () => decode() };
}

function windowsDecoder(): Decoder {
  const decoder = iconv.getDecoder("windows-1252");
  return { write: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? "" };
}
