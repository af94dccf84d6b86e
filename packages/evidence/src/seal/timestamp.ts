import { Integer, OctetString } from "asn1js";
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { isEqual, ownBytes, sha256 } from "./hex";

const SHA256 = "2.16.840.1.101.3.4.2.1";

/** A request for a time stamp of bytes (RFC 3161), with the certificate of its authority. */
export const timestampRequest = async (bytes: Uint8Array, nonce: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(
    new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
        hashedMessage: new OctetString({ valueHex: ownBytes(await sha256(bytes)).buffer }),
      }),
      nonce: new Integer({ valueHex: ownBytes(nonce).buffer }),
      certReq: true,
    })
      .toSchema()
      .toBER(false),
  );

/** What a time stamp says. Whether its authority is to be trusted is for the reader to decide. */
export interface Timestamp {
  at: Date;
  /** The name in the authority's certificate. */
  authority: string;
  /** Whether it is a time stamp of these bytes, and the key of the enclosed certificate signed it. */
  isValid: boolean;
  nonce: Uint8Array | undefined;
}

const nameOf = (data: SignedData): string => {
  const [certificate] = data.certificates ?? [];
  if (!certificate || !("subject" in certificate)) return "";
  return certificate.subject.typesAndValues.map(({ value }) => String(value.valueBlock.value)).join(", ");
};

/** Whether the enclosed certificate's key signed the time stamp of these bytes; a malformed one is none. */
async function isSigned(data: SignedData, bytes: Uint8Array): Promise<boolean> {
  try {
    // For a time stamp, this compares the bytes with its imprint as well.
    return await data.verify({ signer: 0, checkChain: false, data: ownBytes(bytes).buffer });
  } catch {
    return false;
  }
}

/**
 * Reads the answer of an authority.
 * @throws an error for a refusal, or for what is no time stamp
 */
export async function readTimestamp(answer: Uint8Array, bytes: Uint8Array): Promise<Timestamp> {
  const response = TimeStampResp.fromBER(ownBytes(answer));
  if (response.status.status > 1 || !response.timeStampToken)
    throw new Error(`The authority refused, with status ${response.status.status}.`);
  const data = new SignedData({ schema: response.timeStampToken.content });
  const content = data.encapContentInfo.eContent?.getValue();
  if (!content) throw new Error("The time stamp is empty.");
  const info = TSTInfo.fromBER(content);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  return {
    at: info.genTime,
    authority: nameOf(data),
    isValid:
      hashAlgorithm.algorithmId === SHA256 &&
      isEqual(new Uint8Array(hashedMessage.valueBlock.valueHexView), await sha256(bytes)) &&
      response.timeStampToken.contentType === ContentInfo.SIGNED_DATA &&
      (await isSigned(data, bytes)),
    nonce: info.nonce && new Uint8Array(info.nonce.valueBlock.valueHexView),
  };
}
