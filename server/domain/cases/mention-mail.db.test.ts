import { expect, test, vi } from "vitest";
import { mailServer } from "@/server/testing/mail-server";
import { until } from "@/server/testing/until";

const smtp = mailServer();

test("members whom a note mentions receive an e-mail in their language, without the note; its author receives none", async () => {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtp.url());
  const { newProducer } = await import("@/server/testing/factories");
  const { ctxOfMember, newMember } = await import("@/server/testing/people");
  const { noteOnCase } = await import("./note");
  const { openCase } = await import("./open");
  const { NewCase } = await import("./schema");
  const producer = await newProducer("Maison");
  const [ada, grace, otto] = [
    await newMember(producer, "editor", { name: "Ada" }),
    await newMember(producer, "editor", { name: "Grace", locale: "en" }),
    await newMember(producer, "viewer", { name: "Otto", locale: "de" }),
  ];
  const ctx = ctxOfMember(producer, ada);
  const { id } = await openCase(ctx, NewCase.parse({ title: "Handbags" }));
  await noteOnCase(ctx, id, { text: "The seams.", mentions: [ada.id, grace.id, otto.id] });
  const mailOf = (email: string) => smtp.taken.filter(({ to }) => to.includes(email));
  await until(() => expect([...mailOf(grace.email), ...mailOf(otto.email)]).toHaveLength(2));
  expect(mailOf(grace.email)[0]?.text).toContain(
    "mentioned you in a note on the case #1 Handbags of Maison.",
  );
  expect(mailOf(grace.email)[0]?.text).toContain(`/cases/${id}`);
  expect(mailOf(otto.email)[0]?.text).toContain("Notiz zum Fall #1 Handbags von Maison");
  for (const { text } of smtp.taken) expect(text).not.toContain("The seams.");
  expect(mailOf(ada.email)).toEqual([]);
});
