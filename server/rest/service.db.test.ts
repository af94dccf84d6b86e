import { expect, test } from "vitest";
import { get, post, problem } from "@/server/testing/api";

test("200: service info tells what is running", async () => {
  const reply = await get("");
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ service: "Assay", build: { branch: expect.any(String) } });
});

test("200: a phone that is new enough is supported, others and unknown systems are not", async () => {
  const supported = async (os: string, deviceInfo: object) =>
    (await post("/checkPhoneSupport", { os, deviceInfo: { ...deviceInfo } })).body;
  expect(await supported("ios", { systemVersion: "13.0" })).toEqual({ supported: true });
  expect(await supported("iOS", { systemVersion: "12.9.9" })).toEqual({ supported: false });
  expect(await supported("ios", { systemVersion: "17", isPhysicalDevice: false })).toEqual({
    supported: false,
  });
  expect(await supported("android", { version: { release: "8" } })).toEqual({ supported: true });
  expect(await supported("android", { version: { release: "7.1" } })).toEqual({ supported: false });
  expect(await supported("symbian", { systemVersion: "99" })).toEqual({ supported: false });
});

test("400: a phone without os names the fault", async () => {
  const reply = await post("/checkPhoneSupport", { deviceInfo: {} });
  expect(reply.status).toBe(400);
  expect(problem(reply).errors).toEqual([{ pointer: "/os", message: expect.any(String) }]);
});
