import { writeFileSync } from "node:fs";
import { briefly } from "./report-words.mjs";

/** Writes the results for the summary of `npm test` to the file that TEST_REPORT names. */
export default class Report {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly { stack?: string, message: string }[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = unhandledErrors.map((error) => `outside of any test\n${briefly(error)}`);
    for (const module of modules) {
      for (const error of module.errors()) failures.push(`${module.moduleId}\n${briefly(error)}`);
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        counts[state === "passed" || state === "failed" ? state : "skipped"]++;
        if (state !== "failed") continue;
        failures.push(`${module.moduleId} > ${test.fullName}\n${briefly(errors?.[0])}`);
      }
    }
    writeFileSync(process.env.TEST_REPORT ?? "", JSON.stringify({ ...counts, failures }));
  }
}
