import { expect, test } from "@playwright/test";

const PRODUCER = "/p/00000000-0000-7000-8000-000000000000";

for (const [before, now] of [
  ["/contents", "/files"],
  ["/hooks/new", "/webhooks/new"],
  [`${PRODUCER}/sightings?state=new`, `${PRODUCER}/unregistered-codes?state=new`],
  [`${PRODUCER}/settings/activity`, `${PRODUCER}/settings/audit-log`],
] as const)
  test(`the old address ${before} leads to ${now}`, async ({ request }) => {
    const reply = await request.get(before, { maxRedirects: 0 });
    expect([reply.status(), reply.headers().location]).toEqual([308, now]);
  });
