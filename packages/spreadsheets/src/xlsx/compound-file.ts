import { SpreadsheetFault } from "../fault";
import { readStart } from "../source";

/** The container of Excel 97-2003, and of newer workbooks with a password. */
const SIGNATURE = Buffer.from("D0CF11E0A1B11AE1", "hex");
const SECTOR_SHIFT_AT = 30;
const DIRECTORY_SECTOR_AT = 48;
const HEADER_BYTES = 512;
/** The first directory entries name the contents. */
const DIRECTORY_BYTES = 4096;
const ENCRYPTED_CONTENT = Buffer.from("EncryptedPackage", "utf16le");

/** Whether a file begins as a compound file. */
export const isCompoundFile = (head: Buffer): boolean => head.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * Refuses a compound file by its content.
 * @throws {SpreadsheetFault} `encrypted` or `oldExcelFile`
 */
export async function refuseCompoundFile(file: string): Promise<void> {
  const head = await readStart(file, HEADER_BYTES);
  if (!isCompoundFile(head)) return;
  if (head.length < HEADER_BYTES) throw new SpreadsheetFault("damagedFile");
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(SECTOR_SHIFT_AT), 12);
  const directory = await readStart(
    file,
    DIRECTORY_BYTES,
    (head.readUInt32LE(DIRECTORY_SECTOR_AT) + 1) * sectorBytes,
  );
  throw new SpreadsheetFault(directory.includes(ENCRYPTED_CONTENT) ? "encrypted" : "oldExcelFile");
}
