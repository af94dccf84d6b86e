import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The tests that hold each decision; every decision needs one. */
const HELD_BY: Record<string, string[]> = {
  "0001": ["packages/embedded-postgres/start.db.test.ts"],
  "0002": ["server/api/registry.test.ts", "e2e/both/scenario.spec.ts"],
  "0003": ["server/api/endpoints/service.db.test.ts"],
  "0004": ["server/api/endpoints/items.db.test.ts"],
  "0005": ["server/domain/shared/describable.test.ts", "server/api/endpoints/groups.db.test.ts"],
  "0006": ["server/api/endpoints/groups.db.test.ts", "server/api/hostile.db.test.ts"],
  "0007": ["server/api/idempotency.db.test.ts"],
  "0008": ["server/api/machinery.db.test.ts"],
  "0009": [
    "server/api/endpoints/scans.db.test.ts",
    "server/api/localise.db.test.ts",
    "server/platform/place.test.ts",
  ],
  "0010": [
    "server/data/batcher.test.ts",
    "server/api/endpoints/scans.db.test.ts",
    "server/domain/scans/skipped.db.test.ts",
  ],
  "0011": ["server/domain/phones/supports.test.ts"],
  "0012": ["server/api/endpoints/service.db.test.ts", "server/api/hostile.db.test.ts"],
  "0013": [
    "server/http/limits.db.test.ts",
    "server/http/redis-away.test.ts",
    "server/http/address.test.ts",
    "server/workers.test.ts",
  ],
  "0014": ["server/api/history.db.test.ts"],
  "0015": ["server/api/openapi.test.ts"],
  "0016": ["server/layering.test.ts"],
  "0017": ["server/platform/blobs.test.ts"],
  "0018": ["server/api/endpoints/contents.db.test.ts"],
  "0019": ["packages/scan-map/src/choose-view.test.ts"],
  "0020": [
    "server/api/hooks-secret.db.test.ts",
    "server/api/background.db.test.ts",
    "server/webhooks/routing.db.test.ts",
    "server/webhooks/deliver.db.test.ts",
    "server/webhooks/claims.db.test.ts",
    "server/webhooks/switched-off.db.test.ts",
    "server/webhooks/retries.db.test.ts",
  ],
  "0021": ["server/platform/outbound-connect.test.ts"],
  "0022": [
    "server/auth/sign-in.db.test.ts",
    "server/domain/people/people.db.test.ts",
    "server/domain/people/set-up.db.test.ts",
    "server/domain/members/members.db.test.ts",
  ],
  "0023": [
    "server/trpc/routers/lists.db.test.ts",
    "server/trpc/transformer.test.ts",
    "server/web/dashboard/dashboard.db.test.ts",
  ],
  "0024": ["server/domain/audit-log/audit-log.db.test.ts"],
  "0025": ["server/domain/stats/roll-ups.db.test.ts", "server/domain/stats/stats.db.test.ts"],
  "0026": [
    "server/domain/assessments/assess.test.ts",
    "server/domain/assessments/recent.test.ts",
    "server/domain/assessments/turn.db.test.ts",
  ],
  "0027": ["server/web/verify/who-looks.test.ts", "server/web/verify/verify.db.test.ts"],
  "0028": [
    "server/domain/stats/interval.test.ts",
    "server/api/suspended.db.test.ts",
    "server/trpc/routers/admin.db.test.ts",
  ],
  "0029": [
    "server/domain/alerts/incidents.test.ts",
    "server/domain/alerts/alerts.db.test.ts",
    "server/domain/alerts/alert-mail.db.test.ts",
  ],
  "0030": ["server/domain/privacy/privacy.db.test.ts"],
  "0031": ["server/domain/stats/cells.db.test.ts", "e2e/dashboard/map.spec.ts"],
  "0032": ["server/platform/connections.db.test.ts"],
  "0033": [
    "server/webhooks/queue-events.db.test.ts",
    "server/webhooks/pace.test.ts",
    "server/platform/busy.test.ts",
  ],
  "0034": ["server/platform/connections.db.test.ts", "lab/prove/whole-results.ts"],
  "0035": [
    "server/background/runner.db.test.ts",
    "server/domain/alerts/late.db.test.ts",
    "server/domain/assessments/turn.db.test.ts",
  ],
  "0036": ["server/domain/assessments/hot-item.db.test.ts"],
  "0037": [
    "server/http/body.test.ts",
    "server/http/lookups.db.test.ts",
    "server/http/limits.db.test.ts",
    "server/http/address.test.ts",
    "server/http/long-texts.test.ts",
    "server/front.test.ts",
  ],
  "0038": ["server/data/shares.test.ts", "server/api/shares.db.test.ts"],
  "0039": ["server/api/page-bytes.db.test.ts", "server/api/scan-bytes.db.test.ts"],
  "0040": ["server/platform/keyring.test.ts", "server/domain/keys/keys.db.test.ts"],
  "0041": ["server/supply-chain.test.ts"],
  "0042": ["server/domain/storage/storage.db.test.ts"],
  "0043": ["server/retention.db.test.ts", "server/domain/jobs/delete-old.db.test.ts"],
  "0044": [
    "app/ui/producer-pages.test.ts",
    "server/trpc/routers/everyone.db.test.ts",
    "e2e/dashboard/producers.spec.ts",
  ],
  "0045": ["server/trpc/routers/lists.db.test.ts", "server/domain/items/search.db.test.ts"],
  "0046": ["server/domain/sightings/producer-of-code.db.test.ts"],
  "0047": [
    "server/background/run-jobs.db.test.ts",
    "server/background/claim-job.db.test.ts",
    "server/domain/jobs/retry.db.test.ts",
    "server/api/endpoints/jobs.db.test.ts",
  ],
  "0048": ["server/domain/tables/row.test.ts", "server/web/dashboard/export-list.db.test.ts"],
  "0049": [
    "server/domain/item-changes/item-changes.db.test.ts",
    "server/webhooks/bulk-changes.db.test.ts",
    "server/api/endpoints/job-kinds.db.test.ts",
    "e2e/dashboard/bulk.spec.ts",
  ],
  "0050": ["server/domain/codes/codes.db.test.ts", "server/web/dashboard/labels.db.test.ts"],
  "0051": [
    "server/domain/imports/imports.db.test.ts",
    "server/domain/imports/divided.db.test.ts",
    "server/domain/imports/refused-count.db.test.ts",
    "server/api/endpoints/imports.db.test.ts",
  ],
  "0052": [
    "server/domain/saved-views/saved-views.db.test.ts",
    "app/ui/views/query.test.ts",
    "app/ui/columns/column-set.test.ts",
  ],
  "0053": ["server/trpc/routers/sorted-lists.db.test.ts", "server/data/hot-lists.db.test.ts"],
  "0054": ["server/trpc/routers/chosen-lists.db.test.ts"],
  "0055": ["server/platform/connections.db.test.ts", "server/api/unavailable.db.test.ts"],
  "0056": [
    "server/domain/assessments/turn.db.test.ts",
    "server/domain/stats/roll-ups.db.test.ts",
    "server/background/runner.db.test.ts",
  ],
  "0057": ["server/platform/pooled.db.test.ts"],
  "0058": ["db/migrate.db.test.ts", "server/background/superseded.db.test.ts"],
  "0059": ["server/metrics.db.test.ts", "server/deploy.test.ts"],
  "0060": ["server/deploy.test.ts"],
  "0061": ["packages/postgres-backups/backups.db.test.ts", "server/backups/files.db.test.ts"],
  "0062": ["server/traces.db.test.ts", "server/traces-off.db.test.ts"],
  "0063": ["server/workers.test.ts", "server/platform/instance-size.test.ts"],
  "0064": ["server/deploy.test.ts"],
  "0065": ["db/expand.db.test.ts", "lab/prove/upgrade.ts"],
  "0066": ["server/webhooks/deliveries/partitions.db.test.ts", "server/data/hot-lists.db.test.ts"],
  "0067": [
    "server/api/in-cells.db.test.ts",
    "server/cells/move.db.test.ts",
    "server/cells/tables.test.ts",
    "lab/prove/cells.ts",
  ],
  "0068": ["server/testing/isolation.test.ts"],
  "0069": [
    "server/api/example-answers.db.test.ts",
    "server/api/openapi.test.ts",
    "app/docs/_reference/samples.test.ts",
    "e2e/docs.spec.ts",
  ],
  "0070": [
    "server/api/client.test.ts",
    "server/api/client.db.test.ts",
    "server/client-package.test.ts",
    "server/api/collections/collections.test.ts",
  ],
  "0071": [
    "server/api/call-log.db.test.ts",
    "server/domain/api-calls/api-calls.db.test.ts",
    "server/domain/api-calls/buffer.test.ts",
    "server/domain/api-calls/redact.test.ts",
    "e2e/dashboard/request-log.spec.ts",
  ],
  "0072": ["e2e/guides.spec.ts"],
  "0073": ["server/mcp/mcp.db.test.ts"],
  "0074": ["server/domain/people/password-link.db.test.ts", "server/identity/second-factor.db.test.ts"],
  "0075": ["server/identity/required-factor.db.test.ts", "server/identity/admin-factor.db.test.ts"],
  "0076": ["server/api/scopes.db.test.ts"],
  "0077": ["server/api/endpoints/audit-log.db.test.ts", "server/webhooks/audit-events.db.test.ts"],
  "0078": ["server/domain/sandboxes/sandboxes.db.test.ts"],
  "0079": ["server/mcp/changes.db.test.ts"],
  "0084": ["server/domain/inspections/inspections.db.test.ts", "e2e/inspect/offline.spec.ts"],
  "0082": ["server/domain/cases/cases.db.test.ts", "server/webhooks/case-events.db.test.ts"],
  "0083": ["server/web/dashboard/evidence.db.test.ts"],
  "0085": ["server/domain/ownership/ownership.db.test.ts"],
  "0086": ["server/web/demo/open-demo.db.test.ts"],
  "0087": ["server/domain/stats/area.db.test.ts"],
  "0088": ["server/domain/concerns/concerns.db.test.ts"],
  "0089": ["server/platform/young-generation.db.test.ts", "server/platform/young-generation.test.ts"],
  "0090": ["e2e/dashboard/later-code.spec.ts"],
  "0080": [
    "server/domain/code-patterns/golden.db.test.ts",
    "server/domain/code-patterns/patterns.db.test.ts",
    "server/domain/sightings/producer-of-code.db.test.ts",
  ],
  "0081": [
    "server/background/scan-to-inbox.db.test.ts",
    "server/core/quiet-hours.test.ts",
    "server/domain/alert-channels/messages.test.ts",
    "server/domain/alerts/notices.db.test.ts",
    "server/webhooks/alert-events.db.test.ts",
  ],
};

const FOLDER = "docs/decisions";
const MAX_WORDS = 250;

const decisions = readdirSync(FOLDER).map((file) => ({
  id: file.slice(0, 4),
  file: path.posix.join(FOLDER, file),
  text: readFileSync(path.join(FOLDER, file), "utf8"),
}));

test("every decision is held by tests that name it", () => {
  expect(Object.keys(HELD_BY).sort()).toEqual(decisions.map(({ id }) => id).sort());
  const silent = Object.entries(HELD_BY).flatMap(([decision, files]) =>
    files
      .filter((file) => !readFileSync(file, "utf8").includes(`decision ${decision}`))
      .map((file) => `${file}: ${decision}`),
  );
  expect(silent).toEqual([]);
});

test("a decision has a question, a choice and a reason, in at most 250 words", () => {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const faulty = decisions.flatMap(({ file, text }) => [
    ...["**Question.**", "**Choice.**", "**Reason.**"]
      .filter((part) => !text.includes(part))
      .map((part) => `${file} lacks ${part}`),
    ...(wordsOf(text) > MAX_WORDS ? [`${file} has ${wordsOf(text)} words`] : []),
  ]);
  expect(faulty).toEqual([]);
});

const documents = [
  ...readdirSync(".").filter((file) => file.endsWith(".md")),
  ...["docs", "deploy", "lab/results", ".github"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => path.posix.join(folder, file.replaceAll("\\", "/"))),
  ),
];

/** The relative targets of a document's links and pictures, as paths in the repository. */
const linksIn = (document: string, text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .map((target) => path.posix.join(path.posix.dirname(document), target.split("#", 1)[0] ?? ""));

/** The repository paths in a document's code spans, without those that contain a placeholder. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:app|db|deploy|docs|e2e|lab|server|patches)\/[^`\s]*)`/g)]
    .map(([, named = ""]) => named.replace(/:\d+$/, ""))
    .filter((named) => !/[*<>{}…]/.test(named));

test("every path and link in the documents leads to a file", () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(document, "utf8");
    return [...linksIn(document, text), ...pathsIn(text)]
      .filter((target) => !existsSync(target))
      .map((target) => `${document}: ${target}`);
  });
  expect(missing).toEqual([]);
});
