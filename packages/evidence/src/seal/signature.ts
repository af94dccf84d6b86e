import { isEqual, ownBytes, sha256 } from "./hex";

/** A public key as RFC 8037 writes it. */
export interface PublicKey {
  kty: "OKP";
  crv: "Ed25519";
  /** Base64url of its 32 bytes. */
  x: string;
  /** Its thumbprint (RFC 7638). */
  kid: string;
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/** What comes before the bytes of an Ed25519 key in its SubjectPublicKeyInfo (RFC 8410). */
const SPKI_HEAD = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/** The key of 32 bytes. */
export async function publicKeyOf(bytes: Uint8Array): Promise<PublicKey> {
  const x = base64url(bytes);
  const thumbprint = await sha256(
    new TextEncoder().encode(JSON.stringify({ crv: "Ed25519", kty: "OKP", x })),
  );
  return { kty: "OKP", crv: "Ed25519", x, kid: base64url(thumbprint) };
}

/** A key of 32 bytes as OpenSSL reads it. */
export function toPem(bytes: Uint8Array): string {
  const body = btoa(String.fromCharCode(...SPKI_HEAD, ...bytes));
  return `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`;
}

/** The 32 bytes of a key; undefined unless the text is exactly what `toPem` writes. */
export function fromPem(text: string): Uint8Array | undefined {
  const [, body = ""] =
    /^-----BEGIN PUBLIC KEY-----\n([\w+/=]+)\n-----END PUBLIC KEY-----\n$/.exec(text) ?? [];
  const bytes = fromBase64(body);
  const key = bytes?.slice(SPKI_HEAD.length);
  return key?.byteLength === 32 && toPem(key) === text ? key : undefined;
}

/** Whether a key of 32 bytes made the signature of 64 bytes. */
export async function isSignedBy(
  key: Uint8Array,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey("raw", ownBytes(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, ownBytes(signature), ownBytes(bytes));
  } catch {
    return false;
  }
}

/** The bytes of a published key. */
export const bytesOfKey = ({ x }: Pick<PublicKey, "x">): Uint8Array | undefined => fromBase64(x);

export const isSameKey = isEqual;
