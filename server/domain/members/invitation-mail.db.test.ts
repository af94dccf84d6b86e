import { once } from "node:events";
import { createServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";

// Holds decision 0022.

interface Taken {
  from: string;
  to: string[];
  head: string;
  text: string;
}

const taken: Taken[] = [];
let portOfServer = 0;

const decoded = (quotedPrintable: string) =>
  Buffer.from(
    quotedPrintable
      .replaceAll("=\r\n", "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, done) =>
    username === "assay" && password === "p@ss" ? done(null, { user: "assay" }) : done(new Error("No.")),
  onRcptTo: ({ address }, _, done) =>
    address.startsWith("refused") ? done(new Error("Nobody of that name.")) : done(),
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

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  portOfServer = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

afterEach(async () => {
  await globalThis.assayRuntime?.close();
  vi.unstubAllEnvs();
});

/** The verbs as they are with this configuration of mail. */
async function world(smtpUrl: string, mailFrom: string | undefined = "Assay <assay@service.test>") {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtpUrl);
  vi.stubEnv("MAIL_FROM", mailFrom);
  const { inviteMember } = await import("./invite");
  const { newProducer } = await import("@/server/testing/factories");
  const { ctxOfMember, newMember } = await import("@/server/testing/people");
  const producer = await newProducer("Müller & Söhne");
  const ctx = ctxOfMember(producer, await newMember(producer, "owner", { name: "Zoë Owner" }));
  return (email: string, locale: "en" | "de") => inviteMember(ctx, { email, role: "editor", locale });
}

const ours = () => `smtp://assay:p%40ss@127.0.0.1:${portOfServer}`;
const last = () => taken.at(-1) ?? { from: "", to: [], head: "", text: "" };

test("an invitation is mailed in English", async () => {
  const invite = await world(ours());
  const { link, mailed } = await invite("anna@people.test", "en");
  expect(mailed).toBe(true);
  const { from, to, head, text } = last();
  expect([from, to]).toEqual(["assay@service.test", ["anna@people.test"]]);
  expect(head).toMatch(/^Subject: .*Invitation/m);
  expect(text).toContain("Zoë Owner invites you to Müller & Söhne on Assay, as editor.");
  expect(text).toContain(`\n${link}\n`);
});

test("an invitation is mailed in German", async () => {
  const invite = await world(ours());
  const { link } = await invite("bernd@people.test", "de");
  const { head, text } = last();
  expect(head).toMatch(/^Subject: .*Einladung/m);
  expect(text).toContain("Zoë Owner lädt Sie zu Müller & Söhne in Assay ein");
  expect(text).toContain(`\n${link}\n`);
});

test("without MAIL_FROM, mails come from the public address", async () => {
  await (await world(ours(), ""))("anna@people.test", "en");
  expect(last().from).toBe("no-reply@assay.test");
});

test("where the mail is not taken, the invitation stands, and its link is to be handed over", async () => {
  const before = taken.length;
  const refused = await (await world(ours()))("refused@people.test", "en");
  const badLogin = await (await world(`smtp://assay:wrong@127.0.0.1:${portOfServer}`))("c@people.test", "en");
  const nobodyThere = await (await world("smtp://127.0.0.1:1"))("d@people.test", "en");
  for (const { mailed, link } of [refused, badLogin, nobodyThere]) {
    expect(mailed).toBe(false);
    expect(link).toMatch(/\/invite\/[\w-]{43}$/);
  }
  expect(taken).toHaveLength(before);
});

test("a server that says nothing is not waited for longer than seconds", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const invite = await world(`smtp://127.0.0.1:${port}`);
  const begun = performance.now();
  expect((await invite("e@people.test", "en")).mailed).toBe(false);
  expect(performance.now() - begun).toBeLessThan(8_000);
  silent.close();
});
