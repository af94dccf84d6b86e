import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { newProducer } from "./credentials";

// Holds decision 0017.

const Created = z.object({ id: z.string(), url: z.string() });
const Problem = z.object({ code: z.string() });

/** What a file tries: each way that reaches the canary, or the page around it, once something of it runs or loads. */
const script = (canary: string) => `
  document.title = "owned";
  fetch("${canary}?fetch", { mode: "no-cors" });
  new Image().src = "${canary}?image";
  navigator.sendBeacon("${canary}?beacon");
  try { parent.postMessage("owned", "*"); } catch {}
  setTimeout(() => alert("owned"));
`;

const inMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const html = (canary: string) => `<!doctype html><title>harmless</title>
  <meta http-equiv="refresh" content="0;url=${canary}?refresh">
  <link rel="stylesheet" href="${canary}?style"><link rel="icon" href="${canary}?icon">
  <link rel="prefetch" href="${canary}?prefetch"><link rel="preload" as="image" href="${canary}?preload">
  <script>${script(canary)}</script><script src="${canary}?script"></script>
  <body onload="${inMarkup(script(canary))}" background="${canary}?background">
  <img src="x:" onerror="${inMarkup(script(canary))}"><img src="${canary}?img">
  <iframe src="${canary}?frame"></iframe><iframe srcdoc="${inMarkup(`<script>${script(canary)}</script>`)}"></iframe>
  <object data="${canary}?object"></object><video src="${canary}?video" autoplay></video>
  <form action="${canary}?form"></form><script>document.forms[0].submit()</script>`;

const svg = (canary: string) => `<svg xmlns="http://www.w3.org/2000/svg"
    xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20" onload="${inMarkup(script(canary))}">
  <title>harmless</title><script>${inMarkup(script(canary))}</script>
  <image href="${canary}?image" width="9" height="9"/><use xlink:href="${canary}?use#x"/>
  <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${canary}?frame"/></foreignObject>
  <style>@import "${canary}?style"; rect { fill: url(${canary}?fill) }</style><rect width="9" height="9"/></svg>`;

const xhtml = (canary: string) => `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">
  <head><title>harmless</title><script>${inMarkup(script(canary))}</script></head>
  <body><img src="${canary}?img" alt=""/></body></html>`;

const xslt = (canary: string) => `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#made"?>
  <!DOCTYPE doc [<!ATTLIST xsl:stylesheet id ID #REQUIRED>]>
  <doc><xsl:stylesheet id="made" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
    <xsl:template match="/"><html><head><title>harmless</title>
      <script>${inMarkup(script(canary))}</script></head><body/></html></xsl:template>
  </xsl:stylesheet><h:script xmlns:h="http://www.w3.org/1999/xhtml">${inMarkup(script(canary))}</h:script></doc>`;

/** A GIF by its first bytes, whose size is the beginning of a comment that ends in a page. */
const polyglot = (canary: string) => `GIF89a/*${html(canary)}`;

/** Files by their kind: what they are kept as, and as what a careless host would serve them. */
const HOSTILE = [
  { kind: "html", keptAs: "text/html", liveAs: "text/html", make: html },
  { kind: "svg", keptAs: "image/svg+xml", liveAs: "image/svg+xml", make: svg },
  { kind: "xhtml", keptAs: "application/xhtml+xml", liveAs: "application/xhtml+xml", make: xhtml },
  { kind: "xml with a stylesheet", keptAs: "text/xml", liveAs: "text/xml", make: xslt },
  { kind: "html as plain text", keptAs: "text/plain", liveAs: "text/html", make: html },
  { kind: "html as what nobody knows", keptAs: "application/x-unknown", liveAs: "text/html", make: html },
  { kind: "gif that is html, too", keptAs: "image/gif", liveAs: "text/html", make: polyglot },
];

/** Every way in which a page may take in a file of another origin. */
const embedded = (url: string) =>
  `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}" alt="">`;

/** A site of another origin: its pages embed what they are told to, its canaries tell what reached them. */
class OtherSite {
  readonly #server: Server;
  readonly #unguarded = new Map<string, { contentType: string; body: string }>();
  /** Paths and queries of the canaries that something reached. */
  readonly reached: string[] = [];
  origin = "";

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", this.origin);
      const unguarded = this.#unguarded.get(url.pathname);
      if (url.pathname.startsWith("/canary/")) this.reached.push(url.pathname + url.search);
      if (unguarded) response.setHeader("content-type", unguarded.contentType).end(unguarded.body);
      else if (url.pathname === "/page")
        response
          .setHeader("content-type", "text/html")
          .end(`<!doctype html><title>page</title>${url.searchParams.get("body")}
            <script>onmessage = ({ data }) => { document.title = data; }</script>`);
      else response.writeHead(204).end();
    });
  }

  async start() {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("The other site has no address.");
    this.origin = `http://127.0.0.1:${address.port}`;
  }

  async stop() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  page = (body: string) => `${this.origin}/page?${new URLSearchParams({ body })}`;
  canary = (name: string) => `${this.origin}/canary/${name}`;
  hitsOf = (name: string) => this.reached.filter((target) => target.startsWith(`/canary/${name}?`));

  /** The same file as a careless host would serve it. Returns its url. */
  serveUnguarded(name: string, contentType: string, body: string): string {
    this.#unguarded.set(`/unguarded/${name}`, { contentType, body });
    return `${this.origin}/unguarded/${name}`;
  }
}

const site = new OtherSite();
let token = "";

test.beforeAll(async () => {
  await site.start();
  ({ token } = await newProducer("Sandbox"));
});
test.afterAll(() => site.stop());

async function upload(baseURL: string | undefined, contentType: string, bytes: Buffer | string) {
  const response = await fetch(`${baseURL}/api/v2/contents`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ "content-type": contentType, data: Buffer.from(bytes).toString("base64") }),
  });
  return { status: response.status, body: await response.json() };
}

/** A content that is accepted. */
async function kept(baseURL: string | undefined, contentType: string, bytes: Buffer | string) {
  const { status, body } = await upload(baseURL, contentType, bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  return Created.parse(body);
}

/** What a page of the browser saw: dialogs, and pages that a file opened. */
function watch(page: Page) {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => seen.push(`popup: ${popup.url()}`));
  return seen;
}

/** Opens the url as its address bar would; a download is no page. Returns whether it was one. */
async function visit(page: Page, url: string): Promise<"shown" | "saved"> {
  const saved = page.waitForEvent("download").then(
    () => "saved" as const,
    () => "shown" as const,
  );
  const shown = page.goto(url, { waitUntil: "load" }).then(
    () => "shown" as const,
    () => saved,
  );
  return Promise.race([saved, shown]);
}

/** Everything that keeps a file from being more than bytes; a test takes single ones away. */
type Guard = "content-disposition" | "x-content-type-options" | "content-security-policy";

/** Takes guards away from all answers of the service, as a careless proxy might. */
async function without(page: Page, baseURL: string | undefined, guards: Guard[]) {
  await page.route(`${baseURL}/**`, async (route) => {
    const response = await route.fetch();
    const headers = Object.entries(response.headers()).filter(
      ([name]) => !guards.some((guard) => guard === name),
    );
    await route.fulfill({ response, headers: Object.fromEntries(headers) });
  });
}

for (const [index, { kind, keptAs, liveAs, make }] of HOSTILE.entries()) {
  for (const [lost, guards] of [
    ["", []],
    [", its content-disposition lost on the way", ["content-disposition"]],
    [", its sandbox lost on the way", ["content-security-policy"]],
  ] satisfies [string, Guard[]][]) {
    test(`runs nothing and reaches nobody: ${kind}${lost}`, async ({ page, baseURL }) => {
      const name = `${index}-${guards[0] ?? "guarded"}`;
      const { url } = await kept(baseURL, keptAs, make(site.canary(`kept-${name}`)));
      const seen = watch(page);
      await without(page, baseURL, guards);
      await visit(page, url);
      expect(await page.title()).not.toBe("owned");
      await page.goto(site.page(embedded(url)));
      expect(await page.title()).toBe("page");
      expect(seen).toEqual([]);

      // The same from a host that takes no care: there it does what it says, and later than the kept one would have.
      const control = `control-${name}`;
      const unguarded = site.serveUnguarded(name, liveAs, make(site.canary(control)));
      await page.goto(site.page(embedded(unguarded)));
      await expect.poll(() => site.hitsOf(control)).toContain(`/canary/${control}?fetch`);
      await expect.poll(() => page.title()).toBe("owned");
      expect(site.hitsOf(`kept-${name}`)).toEqual([]);
    });
  }
}

test("is saved, never opened: all that is no raster image", async ({ page, baseURL }) => {
  for (const { keptAs, make } of HOSTILE.filter(({ keptAs }) => keptAs !== "image/gif")) {
    const { url } = await kept(baseURL, keptAs, make(site.canary("saved")));
    expect(await visit(page, url), keptAs).toBe("saved");
  }
  expect(site.hitsOf("saved")).toEqual([]);
});

test("is refused: a page that pretends to be an image, and an image that pretends to be a page", async ({
  baseURL,
}) => {
  for (const [contentType, bytes] of [
    ["image/gif", html("x:")],
    ["image/png", svg("x:")],
    ["text/html", polyglot("x:")],
    ["image/svg+xml", polyglot("x:")],
  ] as const) {
    const refused = await upload(baseURL, contentType, bytes);
    expect([refused.status, Problem.parse(refused.body).code], contentType).toEqual([400, "content-type"]);
  }
});

test("is shown, also by pages of other origins: an image, whole and scaled", async ({ page, baseURL }) => {
  const blank = sharp({ create: { width: 48, height: 32, channels: 3, background: "teal" } });
  for (const format of ["png", "jpeg", "webp", "gif", "avif"] as const) {
    const { url } = await kept(baseURL, `image/${format}`, await blank.clone().toFormat(format).toBuffer());
    await page.goto(site.page(`<img src="${url}" alt=""><img src="${url}/24" alt="" crossorigin>`));
    const widths = page
      .locator("img")
      .evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth));
    expect(await widths, format).toEqual([48, 24]);
    expect(await visit(page, url), format).toBe("shown");
    expect(await page.locator("img").count(), format).toBe(1);
  }
});
