import { once } from "node:events";
import { SMTPServer } from "smtp-server";

export interface TakenMail {
  from: string;
  to: string[];
  head: string;
  text: string;
}

const decoded = (quotedPrintable: string) =>
  Buffer.from(
    quotedPrintable
      .replaceAll("=\r\n", "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

/** Starts a mail server that accepts `assay` with `p@ss`, keeps all mails, and refuses recipients that begin with `refused`. */
export async function startSmtp() {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === "assay" && password === "p@ss" ? done(null, { user: "assay" }) : done(new Error("No.")),
    onRcptTo: ({ address }, _, done) =>
      address.startsWith("refused") ? done(new Error(`<${address}>: Unknown recipient.`)) : done(),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const [head = "", ...body] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
        taken.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          head: head.replaceAll("\r\n ", " "),
          text: decoded(body.join("\r\n\r\n")).replaceAll("\r\n", "\n"),
        });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { taken, port, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
