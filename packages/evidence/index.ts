export { openArchive } from "./src/seal/archive";
export { type Checked, checkPack, type Fault, type FaultKind, type PackFiles } from "./src/seal/check";
export { entryAt, FILES, historyPath, UNLISTED } from "./src/seal/files";
export {
  canCheckSignatures,
  fromPem,
  isSignedBy,
  type PublicKey,
  publicKeyOf,
  toPem,
} from "./src/seal/signature";
export { readSums, type Sum, sumLine } from "./src/seal/sums";
export { readTimestamp, type Timestamp, timestampRequest } from "./src/seal/timestamp";
