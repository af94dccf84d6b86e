import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (value: string | Buffer) => createHash("sha256").update(value).digest();
const base64url = (value: Buffer | string) => Buffer.from(value).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** How an answer differs from that of an honest browser. */
interface Difference {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
}

/** A passkey in software, and the browser around it: answers the options of the service (WebAuthn). */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, { origin = "https://assay.test" }: Difference) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (flags: number, { rpId = "assay.test", ...difference }: Difference) => {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head[32] = USER_PRESENT | flags | (difference.isVerified === false ? 0 : USER_VERIFIED);
    head.writeUInt32BE(difference.counter ?? counter++, 33);
    return head;
  };

  /** The public key as COSE: an EC2 key for ES256. */
  const coseKey = () => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const coordinate = (label: string, value: string) =>
      Buffer.concat([Buffer.from(`${label}5820`, "hex"), Buffer.from(value, "base64url")]);
    return Buffer.concat([Buffer.from("a5010203262001", "hex"), coordinate("21", x), coordinate("22", y)]);
  };

  const ofCredential = { id: base64url(credentialId), rawId: base64url(credentialId), type: "public-key" };

  return {
    credentialId: base64url(credentialId),
    create({ challenge }: { challenge: string }, difference: Difference = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, difference),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(),
      ]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      // CBOR of {fmt: "none", attStmt: {}, authData: data}.
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
        size,
        data,
      ]);
      return {
        ...ofCredential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, difference)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      };
    },
    prove({ challenge }: { challenge: string }, difference: Difference = {}) {
      const client = clientData("webauthn.get", challenge, difference);
      const data = authenticatorData(0, difference);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...ofCredential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
