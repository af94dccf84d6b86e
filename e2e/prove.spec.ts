import { expect, test } from "@playwright/test";
import { Home } from "@/lab/prove/home";
import { proofs } from "@/lab/prove/proofs";
import { failures, missedBy } from "@/lab/prove/report";
import { AGAIN } from "./again";

// One after the other: what they show must not depend on each other's load. And once: what was lost is no better for a second try.
test.describe.configure({ mode: "default", retries: 0, timeout: 120_000 });

for (const [name, { what, prove, control, controlFails, onRequest }] of proofs) {
  test.describe(name, () => {
    let home: Home;
    test.beforeAll(() => {
      home = new Home();
    });
    test.afterAll(() => home.remove());

    test(what, onRequest ? { tag: AGAIN } : {}, async () => {
      expect(failures(await prove(home, "scaled"))).toEqual([]);
    });
    test(`and its control fails by ${controlFails.join(", ")}`, { tag: AGAIN }, async () => {
      const report = await control(home);
      expect(missedBy(report, controlFails), failures(report).join("\n")).toEqual([]);
    });
  });
}
