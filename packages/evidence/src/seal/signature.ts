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

const importKey = (key: Uint8Array) =>
  crypto.subtle.importKey("raw", ownBytes(key), "Ed25519", false, ["verify"]);

/** The first public key of RFC 8032, section 7.1. */
const ANY_KEY = fromBase64("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=") ?? new Uint8Array();

/** Whether this runtime checks signatures: older browsers lack Ed25519, and pages without TLS have no WebCrypto. */
export const canCheckSignatures = (): Promise<boolean> =>
  // The API itself can be absent.
  Promise.resolve(ANY_KEY)
    .then(importKey)
    .then(
      () => true,
      () => false,
    );

/**
 * Whether a key of 32 bytes made the signature of 64 bytes.
 *
 * @throws where the runtime cannot check signatures
 */
export async function isSignedBy(
  key: Uint8Array,
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<boolean> {
  try {
    return await crypto.subtle.verify("Ed25519", await importKey(key), ownBytes(signature), ownBytes(bytes));
  } catch (error) {
    if (await canCheckSignatures()) return false;
    throw error;
  }
}

/** The bytes of a published key. */
export const bytesOfKey = ({ x }: Pick<PublicKey, "x">): Uint8Array | undefined => fromBase64(x);

export const isSameKey = isEqual;
