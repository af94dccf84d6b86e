import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { contentSecurityPolicy, protectPage } from "./page-headers";

function protectedPage(https: boolean) {
  const request = new IncomingMessage(new Socket());
  request.url = "/items?q=watch";
  request.headers = {
    "content-security-policy": "mine",
    "content-security-policy-report-only": "mine",
    "x-assay-path": "/mine",
  };
  const response = new ServerResponse(request);
  protectPage(request, response, { dev: false, https });
  return { request, response };
}

test("a page has the service's policy, in the request for Next and in the answer", () => {
  const { request, response } = protectedPage(false);
  const policy = response.getHeader("content-security-policy");
  expect(request.headers["content-security-policy"]).toBe(policy);
  expect(request.headers["content-security-policy-report-only"]).toBeUndefined();
  expect(request.headers["x-assay-path"]).toBe("/items?q=watch");
});

test("answers require https in the future only if the service uses https", () => {
  expect(protectedPage(false).response.getHeader("strict-transport-security")).toBeUndefined();
  expect(protectedPage(true).response.getHeader("strict-transport-security")).toMatch(/^max-age=\d+$/);
});

test.each([
  ["/inspect", true],
  ["/inspect/1/scan?x=1", true],
  ["/inspect-files/reader.js", true],
  ["/inspections", false],
  ["/items", false],
])("only the inspection app uses camera and WebAssembly: %s", (url, may) => {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  const response = new ServerResponse(request);
  protectPage(request, response, { dev: false, https: false });
  expect(String(response.getHeader("content-security-policy")).includes("'wasm-unsafe-eval'")).toBe(may);
  expect(String(response.getHeader("permissions-policy")).includes("camera=(self)")).toBe(may);
});

test("only development allows eval", () => {
  expect(contentSecurityPolicy("n", { dev: false })).not.toContain("unsafe-eval");
  expect(contentSecurityPolicy("n", { dev: true })).toContain("unsafe-eval");
});
