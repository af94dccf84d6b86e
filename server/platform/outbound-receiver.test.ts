import { expect, test } from "vitest";
import { refuseReceiver } from "./outbound-receiver";

// Holds decision 0021.

const REFUSED = "The url leads to an address that is not on the public internet.";

test.each([
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://127.0.0.1./",
  "http://%31%32%37.0.0.1/",
  "http://①②⑦.⓪.⓪.①/",
  "http://0/",
  "http://10.1.2.3:8080/hook",
  "https://192.168.0.1/",
  "http://169.254.169.254/latest/meta-data",
  "http://168.63.129.16/",
  "http://[::1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:8.8.8.8]/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http://localhost/",
  "http://LOCALHOST:3000/",
  "http://localhost./",
  "http://shop.localhost/",
])("refused: %s", (url) => {
  expect(refuseReceiver(url, "")).toBe(REFUSED);
});

test.each([
  "https://receiver.test/hook",
  "http://8.8.8.8/",
  "http://134744072/",
  "https://[2606:4700::1111]/",
  "https://localhost.example/",
])("accepted: %s", (url) => {
  expect(refuseReceiver(url, "")).toBeUndefined();
});

test("networks in HOOK_ALLOW are accepted, at exactly their port", () => {
  const allow = "127.0.0.1/32:8080, [fd00::/8]:443";
  for (const url of [
    "http://127.0.0.1:8080/",
    "http://2130706433:8080/",
    "http://localhost:8080/",
    "https://[fd00::7]/",
  ])
    expect(refuseReceiver(url, allow)).toBeUndefined();
  for (const url of ["http://127.0.0.1/", "http://127.0.0.2:8080/", "http://[fd00::7]/"])
    expect(refuseReceiver(url, allow)).toBe(REFUSED);
});
