import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { EXAMPLE_IDS } from "@/server/api/example-ids";
import { pagedAnswer } from "@/server/api/paged";
import { KINDS } from "@/server/background/job-kinds";
import { Page } from "@/server/data/paging";
import { cancelJob } from "@/server/domain/jobs/change";
import { ownedJob, pageJobs } from "@/server/domain/jobs/read";
import { retryJob } from "@/server/domain/jobs/retry";
import { JobEnvelope, JobRequest } from "@/server/domain/jobs/schema";
import { jobView } from "@/server/domain/jobs/view";

const ById = z.object({ id: z.string().describe("Id of the job.") });

export const createJobEndpoint = endpoint({
  method: "POST",
  path: "/jobs",
  auth: "token",
  scope: "jobs:write",
  tag: "Jobs",
  summary: "Request a job",
  description:
    "Work on many objects: change or delete items, delete groups or files, replay deliveries, generate codes. The first batch is done at once, so that the job of a small task is `done` in the answer. Ask for a running job until its `state` is another.",
  input: { body: JobRequest },
  example: {
    body: {
      kind: "itemChange",
      input: {
        selection: { identifiers: [EXAMPLE_IDS.item, EXAMPLE_IDS.otherItem] },
        change: { action: "setTitle", title: "Atlas handbag" },
      },
    },
  },
  response: JobEnvelope,
  errors: [
    "item-not-found",
    "item-of-another-producer",
    "group-not-found",
    "group-of-another-producer",
    "hook-not-found",
    "hook-of-another-producer",
    "hook-switched-off",
    "content-not-found",
    "content-of-another-producer",
    "import-not-found",
    "import-of-another-producer",
    "import-running",
    "import-begun",
    "import-not-checked",
    "import-not-uploaded",
    "job-not-found",
    "job-of-another-producer",
    "job-running",
    "job-undone",
    "nothing-to-undo",
    "too-many-jobs",
    "too-many-reserved-codes",
    "record-quota-exceeded",
  ],
  creates: true,
  handle: async (ctx, { body }) => jobView(await KINDS[body.kind].request(ctx, body.input)),
});

export const listJobsEndpoint = endpoint({
  method: "GET",
  path: "/jobs",
  auth: "token",
  scope: "jobs:read",
  tag: "Jobs",
  summary: "List jobs",
  description: "Finished jobs too. Further pages follow the header `link`.",
  input: { query: Page },
  example: { query: { limit: "2" } },
  response: z.array(JobEnvelope),
  errors: [],
  handle: async (ctx, { query }, request) => {
    const { entries, next } = await pageJobs(ctx, query);
    return pagedAnswer(entries.map(jobView), next, request);
  },
});

export const getJobEndpoint = endpoint({
  method: "GET",
  path: "/jobs/:id",
  auth: "token",
  scope: "jobs:read",
  tag: "Jobs",
  summary: "Get a job",
  description: "`done` of `total` pieces are done. `result` depends on the kind of the job.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.job } },
  response: JobEnvelope,
  errors: ["job-not-found", "job-of-another-producer"],
  handle: async (ctx, { params }) => jobView(await ownedJob(ctx, params.id)),
});

export const cancelJobEndpoint = endpoint({
  method: "DELETE",
  path: "/jobs/:id",
  auth: "token",
  scope: "jobs:write",
  tag: "Jobs",
  summary: "Cancel a job",
  description: "What is done is kept. Has no effect on a job that has ended.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.job } },
  response: "empty",
  errors: ["job-not-found", "job-of-another-producer"],
  handle: async (ctx, { params }) => {
    await cancelJob(ctx, params.id);
    return undefined;
  },
});

export const retryJobEndpoint = endpoint({
  method: "POST",
  path: "/jobs/:id/retry",
  auth: "token",
  scope: "jobs:write",
  tag: "Jobs",
  summary: "Continue a failed job",
  description: "What was done before the failure is not done again.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.job } },
  response: JobEnvelope,
  errors: [
    "job-not-found",
    "job-of-another-producer",
    "job-not-failed",
    "job-replaced",
    "job-undone",
    "too-many-jobs",
    "too-many-reserved-codes",
  ],
  handle: async (ctx, { params }) => jobView(await retryJob(ctx, params.id)),
});
