import { createTransport, type Transporter } from "nodemailer";
import { env, publicBaseUrl } from "./env";

/** A person waits for the result, so a server that is silent for this time counts as down. */
const TIMEOUT_MS = 5_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const from = env.MAIL_FROM ?? `Assay <no-reply@${new URL(publicBaseUrl).hostname}>`;

/** Whether a mail server is configured. */
export const canMail = env.SMTP_URL !== undefined;

let transport: Transporter | undefined;

function transportTo(smtpUrl: string): Transporter {
  const url = new URL(smtpUrl);
  for (const phase of ["dnsTimeout", "connectionTimeout", "greetingTimeout", "socketTimeout"]) {
    if (!url.searchParams.has(phase)) url.searchParams.set(phase, String(TIMEOUT_MS));
  }
  return createTransport(url.href, { from, disableFileAccess: true, disableUrlAccess: true });
}

const ADDRESS = /[^\s<>:;,"']+@[^\s<>:;,"']+/g;

/** The refusal of a mail server without addresses, because it is logged. */
const withoutAddresses = (reason: unknown) =>
  new Error((reason instanceof Error ? reason.message : String(reason)).replaceAll(ADDRESS, "…"));

/** Sends a mail through the server of `SMTP_URL`; false where none is configured. @throws where the server refuses it */
export async function sendMail(mail: Mail): Promise<boolean> {
  if (!env.SMTP_URL) return false;
  transport ??= transportTo(env.SMTP_URL);
  await transport.sendMail(mail).catch((reason: unknown) => {
    throw withoutAddresses(reason);
  });
  return true;
}
