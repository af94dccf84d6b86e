import { SaxesParser } from "saxes";
import { SpreadsheetFault } from "../fault";
import { MAX_ROW_BYTES, MAX_XML_DEPTH } from "../limits";

export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements of a document by their names without prefixes. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface XmlReader {
  write(text: string): void;
  end(): void;
}

/**
 * Makes a reader of XML that holds one token at a time. It knows no entities but those of XML.
 * @throws {SpreadsheetFault} `damagedFile` for a document type, too deep elements, too long tokens and malformed XML.
 */
export function xmlReader(handler: XmlHandler): XmlReader {
  const parser = new SaxesParser();
  let depth = 0;
  let unread = 0;
  parser.on("doctype", () => refuse());
  parser.on("opentag", ({ name, attributes }) => {
    unread = 0;
    if (++depth > MAX_XML_DEPTH) refuse();
    handler.open?.(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    unread = 0;
    depth--;
    handler.close?.(localName(name));
  });
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  return {
    write(text) {
      unread += text.length;
      attempt(() => parser.write(text));
      if (unread > MAX_ROW_BYTES) throw new SpreadsheetFault("rowTooLong");
    },
    end: () => attempt(() => parser.close()),
  };
}

/** Reads a whole part. */
export async function readXml(chunks: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const reader = xmlReader(handler);
  for await (const chunk of chunks) reader.write(chunk);
  reader.end();
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function refuse(): never {
  throw new SpreadsheetFault("damagedFile");
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof SpreadsheetFault) throw error;
    throw new SpreadsheetFault("damagedFile", {}, { cause: error });
  }
}
