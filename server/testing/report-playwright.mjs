import { writeFileSync } from "node:fs";
import { briefly } from "./report-words.mjs";

/** Writes the results for the summary of `npm test` to the file that TEST_REPORT names. */
export default class Report {
  /** @type {string[]} */
  #errors = [];
  /** @type {import("@playwright/test/reporter").Suite | undefined} */
  #suite;

  /**
   * @param {import("@playwright/test/reporter").FullConfig} _config
   * @param {import("@playwright/test/reporter").Suite} suite
   */
  onBegin(_config, suite) {
    this.#suite = suite;
  }

  /** @param {import("@playwright/test/reporter").TestError} error */
  onError(error) {
    this.#errors.push(`outside of any test\n${briefly(error)}`);
  }

  onEnd() {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = this.#errors;
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === "skipped") counts.skipped++;
      else if (outcome === "unexpected") counts.failed++;
      else counts.passed++;
      if (outcome !== "unexpected") continue;
      const name = test.titlePath().filter(Boolean).join(" > ");
      failures.push(`${name}\n${briefly(test.results[0]?.error)}`);
    }
    writeFileSync(process.env.TEST_REPORT ?? "", JSON.stringify({ ...counts, failures }));
  }

  printsToStdio() {
    return false;
  }
}
