import { generateKeyPairSync, sign } from "node:crypto";
import { DAY_MS } from "@/server/core/time";

const OID = {
  ecdsaWithSha256: "2a8648ce3d040302",
  commonName: "550403",
  subjectAltName: "551d11",
};

/** Creates a key and a self-signed certificate for a name, valid now; both as PEM. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(0x30, oid(OID.ecdsaWithSha256));
  const subject = der(0x30, der(0x31, der(0x30, oid(OID.commonName), der(0x0c, Buffer.from(name)))));
  const altNames = der(0x30, der(0x82, Buffer.from(name)));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    subject,
    der(0x30, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, der(0x30, oid(OID.subjectAltName), der(0x04, altNames)))),
  );
  const signature = der(0x03, Buffer.of(0), sign("sha256", content, privateKey));
  const certificate = der(0x30, content, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), content]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

/** A time as GeneralizedTime, to the second. */
const time = (ms: number) =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, "")}Z`));
