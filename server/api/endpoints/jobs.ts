import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { pagedAnswer } from "@/server/api/paged";
import { KINDS } from "@/server/background/job-kinds";
import { Page } from "@/server/data/paging";
import { cancelJob } from "@/server/domain/jobs/change";
import { ownedJob, pageJobs } from "@/server/domain/jobs/read";
import { retryJob } from "@/server/domain/jobs/retry";
import { JobEnvelope, JobRequest } from "@/server/domain/jobs/schema";
import { jobView } from "@/server/domain/jobs/view";

const ById = z.object({ id: z.string() });

export const createJobEndpoint = endpoint({
  method: "POST",
  path: "/jobs",
  auth: "token",
  tag: "Jobs",
  summary: "Request a job",
  description: "The first batch is done at once: the job of a small task is `done` in the answer.",
  input: { body: JobRequest },
  response: JobEnvelope,
  errors: ["invalid", "forbidden", "notFound", "conflict"],
  creates: true,
  handle: async (ctx, { body }) => jobView(await KINDS[body.kind].request(ctx, body.input)),
});

export const listJobsEndpoint = endpoint({
  method: "GET",
  path: "/jobs",
  auth: "token",
  tag: "Jobs",
  summary: "List the jobs of the producer, newest first",
  input: { query: Page },
  response: z.array(JobEnvelope),
  errors: ["invalid", "forbidden"],
  handle: async (ctx, { query }, request) => {
    const { entries, next } = await pageJobs(ctx, query);
    return pagedAnswer(entries.map(jobView), next, request);
  },
});

export const getJobEndpoint = endpoint({
  method: "GET",
  path: "/jobs/:id",
  auth: "token",
  tag: "Jobs",
  summary: "Get a job with its progress and its result",
  input: { params: ById },
  response: JobEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => jobView(await ownedJob(ctx, params.id)),
});

export const cancelJobEndpoint = endpoint({
  method: "DELETE",
  path: "/jobs/:id",
  auth: "token",
  tag: "Jobs",
  summary: "Cancel a running job",
  description: "What is done is kept. Has no effect on a job that has ended.",
  input: { params: ById },
  response: "empty",
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => {
    await cancelJob(ctx, params.id);
    return undefined;
  },
});

export const retryJobEndpoint = endpoint({
  method: "POST",
  path: "/jobs/:id/retry",
  auth: "token",
  tag: "Jobs",
  summary: "Continue a failed job where it failed",
  input: { params: ById },
  response: JobEnvelope,
  errors: ["invalid", "forbidden", "notFound", "conflict"],
  handle: async (ctx, { params }) => jobView(await retryJob(ctx, params.id)),
});
