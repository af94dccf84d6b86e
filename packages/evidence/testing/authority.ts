import { createServer } from "node:http";
import { Integer, ObjectIdentifier, OctetString, PrintableString } from "asn1js";
import {
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";

const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const HASH = "SHA-256";

export interface Authority {
  url: string;
  /** Requests that it received. */
  count(): number;
  close(): Promise<void>;
}

async function newIdentity() {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 7 });
  const name = new AttributeTypeAndValue({
    type: "2.5.4.3",
    value: new PrintableString({ value: "Test authority" }),
  });
  certificate.issuer.typesAndValues.push(name);
  certificate.subject.typesAndValues.push(name);
  certificate.notBefore.value = new Date("2026-01-01T00:00:00Z");
  certificate.notAfter.value = new Date("2036-01-01T00:00:00Z");
  const usage = new ExtKeyUsage({ keyPurposes: ["1.3.6.1.5.5.7.3.8"] });
  certificate.extensions = [
    new Extension({
      extnID: "2.5.29.37",
      critical: true,
      extnValue: usage.toSchema().toBER(false),
      parsedValue: usage,
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, HASH);
  return { keys, certificate };
}

async function answerTo(
  query: Uint8Array<ArrayBuffer>,
  { keys, certificate }: Awaited<ReturnType<typeof newIdentity>>,
): Promise<Uint8Array> {
  const { messageImprint, nonce } = TimeStampReq.fromBER(query);
  const info = new TSTInfo({
    version: 1,
    policy: "1.3.6.1.4.1.99999.1",
    messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: new Date(),
    ...(nonce ? { nonce } : {}),
  });
  const content = info.toSchema().toBER(false);
  const digest = await crypto.subtle.digest(HASH, content);
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: "1.2.840.113549.1.9.3", values: [new ObjectIdentifier({ value: TST_INFO })] }),
      new Attribute({ type: "1.2.840.113549.1.9.4", values: [new OctetString({ valueHex: digest })] }),
    ],
  });
  const data = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs,
      }),
    ],
    certificates: [certificate],
  });
  await data.sign(keys.privateKey, 0, HASH, content);
  const response = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: data.toSchema(true) }),
  });
  return new Uint8Array(response.toSchema().toBER(false));
}

/** A time-stamping authority on this machine, with a certificate of its own. */
export async function openAuthority({ isBroken = false }: { isBroken?: boolean } = {}): Promise<Authority> {
  const identity = await newIdentity();
  let received = 0;
  const server = createServer(async (request, response) => {
    received += 1;
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (isBroken) {
      response.writeHead(503).end();
      return;
    }
    const answer = await answerTo(new Uint8Array(Buffer.concat(chunks)), identity);
    response.writeHead(200, { "content-type": "application/timestamp-reply" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/`,
    count: () => received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
