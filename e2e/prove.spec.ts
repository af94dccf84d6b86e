import { expect, test } from "@playwright/test";
import { Home } from "@/lab/prove/home";
import { proofs } from "@/lab/prove/proofs";
import { failures, missedBy } from "@/lab/prove/report";
import { AGAIN } from "./again";

// In sequence, so that the proofs do not load each other. A slow machine may take minutes.
test.describe.configure({ mode: "default", timeout: 400_000 });

for (const [name, { what, prove, control, controlFails, onRequest, needs }] of proofs) {
  if (needs) continue;
  test.describe(name, () => {
    let home: Home;
    test.beforeAll(() => {
      home = new Home();
    });
    test.afterAll(() => home.remove());

    test(what, onRequest ? { tag: AGAIN } : {}, async () => {
      expect(failures(await prove(home, "scaled"))).toEqual([]);
    });
    test(`its control fails by ${controlFails.join(", ")}`, { tag: AGAIN }, async () => {
      const report = await control(home);
      expect(missedBy(report, controlFails), failures(report).join("\n")).toEqual([]);
    });
  });
}
