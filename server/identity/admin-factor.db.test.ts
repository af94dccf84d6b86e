import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import { z } from "zod";

// Holds decision 0075.

vi.stubEnv("ADMIN_SECOND_FACTOR", "required");
const { callProcedure, newSignedIn } = await import("@/server/testing/dashboard");
const { newItem, newProducer, newScan } = await import("@/server/testing/factories");
const { exportPersonalData } = await import("@/server/web/dashboard/personal-data");
const { showScanMap } = await import("@/server/web/dashboard/scan-map");

test("with ADMIN_SECOND_FACTOR=required an admin acts as one only after a second factor, and as a member before", async () => {
  const producer = await newProducer();
  const scan = await newScan(await newItem(producer));
  const admin = await newSignedIn([{ producer, role: "viewer" }], { isAdmin: true });
  const request = (query: string) =>
    new Request(`https://assay.test/api/dashboard/any?${query}`, {
      headers: { cookie: admin.cookie, "sec-fetch-site": "same-origin" },
    });
  for (const path of ["admin.people", "admin.system", "allStats.activeItems"])
    expect((await callProcedure(path, { range: { from: 0, before: 1 } }, admin)).failure).toMatchObject({
      appCode: "second-factor-needed",
    });
  for (const answer of [
    await showScanMap(request("as=admin"), { params: Promise.resolve({ id: scan }) }),
    await exportPersonalData(request(`everywhere=true&scan=${scan}`)),
  ])
    expect(answer.status).toBe(403);
  expect((await callProcedure("items.list", {}, admin)).status).toBe(200);

  const begun = await callProcedure("factors.beginTotp", undefined, admin);
  const { secret } = z.object({ secret: z.string() }).parse(begun.value);
  const cookie = `${admin.cookie}; ${begun.headers.getSetCookie()[0]?.split(";")[0]}`;
  const code = new TOTP({ secret }).generate();
  expect((await callProcedure("factors.addTotp", { name: "Phone", code }, { cookie })).status).toBe(200);
  expect((await callProcedure("admin.people", {}, admin)).status).toBe(200);
});
