import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { feedAnswer } from "@/server/api/paged";
import { readAuditFeed } from "@/server/domain/audit-log/feed";
import { FeedPage } from "@/server/domain/audit-log/feed-cursor";
import { AuditEventEnvelope } from "@/server/domain/audit-log/schema";
import { auditEventJson } from "@/server/domain/audit-log/view";

export const readAuditLogEndpoint = endpoint({
  method: "GET",
  path: "/auditLog",
  auth: "token",
  scope: "audit:read",
  tag: "Audit log",
  summary: "Read the audit log as a feed",
  description:
    "JSON Lines: an event on each line, oldest first. Pass the header `assay-cursor` of an answer as `after` of the next call, every 10 to 60 seconds: no event is left out, also where transactions end late. An event can come twice, with the same `id` and `timestamp`. Changes of items are in their histories.",
  input: { query: FeedPage },
  example: { query: { limit: "2" } },
  response: z.array(AuditEventEnvelope),
  lines: true,
  errors: [],
  handle: async (ctx, { query }, request) => {
    const { events, ...end } = await readAuditFeed(ctx, query);
    return feedAnswer(events.map(auditEventJson), end, request);
  },
});
