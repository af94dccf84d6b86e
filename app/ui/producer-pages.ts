/** Pages of a producer: the folders of `app/(dashboard)/p/[producer]`. */
const PRODUCER_PAGES: ReadonlySet<string> = new Set([
  "alerts",
  "cases",
  "code-batches",
  "files",
  "groups",
  "imports",
  "items",
  "jobs",
  "labels",
  "map",
  "members",
  "overview",
  "request-log",
  "sandbox",
  "scans",
  "settings",
  "tokens",
  "unregistered-codes",
  "webhooks",
]);

export const isProducerPage = (name: string) => PRODUCER_PAGES.has(name);

/** Path of a producer's page: `/items?q=a` becomes `/p/<id>/items?q=a`. */
export const producerPath = (producerId: string, path: string) => `/p/${producerId}${path}`;

/** Path of the inspection app of a producer. */
export const inspectPath = (producerId: string) => `/inspect/${producerId}`;

const FIRST_SEGMENT = /^\/([^/?#]+)/;

/** The same for any address; addresses of other pages stay unchanged. */
export function inProducer(producerId: string | undefined, href: string): string {
  const name = FIRST_SEGMENT.exec(href)?.[1];
  const belongs = name !== undefined && isProducerPage(name);
  return belongs && producerId !== undefined ? producerPath(producerId, href) : href;
}

const PRODUCER = /^\/p\/[^/]+(?=\/|$)/;

/** Path of a page without its producer: `/p/<id>/items` becomes `/items`. */
export const withoutProducer = (path: string) => path.replace(PRODUCER, "");
