import { BaseSequencer } from "vitest/node";

/** Orders projects as the configuration lists them, since a process is reused within a project only; slow files first. */
export class ByProject extends BaseSequencer {
  /** @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const { projects } = this.ctx;
    return sorted.toSorted((a, b) => projects.indexOf(a.project) - projects.indexOf(b.project));
  }
}
