import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { z } from "zod";
import { newProducer } from "./credentials";

// Holds decision 0017.

const Created = z.object({ id: z.string(), url: z.string() });
const Problem = z.object({ code: z.string() });

/**
 * The attempts of a hostile file: every way to reach the canary or the embedding page once it runs or loads anything.
 */
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

/** A GIF header whose size bytes start a comment that ends in an HTML page. */
const polyglot = (canary: string) => `GIF89a/*${html(canary)}`;

/** Files by kind: the stored type, and the type that a careless host would send. */
const HOSTILE = [
  { kind: "html", keptAs: "text/html", liveAs: "text/html", make: html },
  { kind: "svg", keptAs: "image/svg+xml", liveAs: "image/svg+xml", make: svg },
  { kind: "xhtml", keptAs: "application/xhtml+xml", liveAs: "application/xhtml+xml", make: xhtml },
  { kind: "xml with a stylesheet", keptAs: "text/xml", liveAs: "text/xml", make: xslt },
  { kind: "html as plain text", keptAs: "text/plain", liveAs: "text/html", make: html },
  { kind: "html as an unknown type", keptAs: "application/x-unknown", liveAs: "text/html", make: html },
  { kind: "gif that is html, too", keptAs: "image/gif", liveAs: "text/html", make: polyglot },
];

/** Every way to embed a file of another origin. */
const embedded = (url: string) =>
  `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><img src="${url}" alt="">`;

/** A site of another origin. Its pages embed given files, and its canaries record every request. */
class OtherSite {
  readonly #server: Server;
  readonly #unguarded = new Map<string, { contentType: string; body: string }>();
  /** Paths and queries of the requested canaries. */
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

  /** Serve the file as a careless host would; returns its URL. */
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

/** Upload a file that is accepted. */
async function kept(baseURL: string | undefined, contentType: string, bytes: Buffer | string) {
  const { status, body } = await upload(baseURL, contentType, bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  return Created.parse(body);
}

/** Record the dialogs and popups of a page. */
function watch(page: Page) {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => seen.push(`popup: ${popup.url()}`));
  return seen;
}

/** Navigate to the URL; reports whether it was shown or downloaded. */
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

/** Headers that keep a file inert; tests remove single ones. */
type Guard = "content-disposition" | "x-content-type-options" | "content-security-policy";

/** Remove guards from all responses of the service, as a careless proxy might. */
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
    test(`runs nothing and requests nothing: ${kind}${lost}`, async ({ page, baseURL }) => {
      const name = `${index}-${guards[0] ?? "guarded"}`;
      const { url } = await kept(baseURL, keptAs, make(site.canary(`kept-${name}`)));
      const seen = watch(page);
      await without(page, baseURL, guards);
      await visit(page, url);
      expect(await page.title()).not.toBe("owned");
      await page.goto(site.page(embedded(url)));
      expect(await page.title()).toBe("page");
      expect(seen).toEqual([]);

      // Control: from a careless host the same file does run, and later than the guarded one would have.
      const control = `control-${name}`;
      const unguarded = site.serveUnguarded(name, liveAs, make(site.canary(control)));
      await page.goto(site.page(embedded(unguarded)));
      await expect.poll(() => site.hitsOf(control)).toContain(`/canary/${control}?fetch`);
      await expect.poll(() => page.title()).toBe("owned");
      expect(site.hitsOf(`kept-${name}`)).toEqual([]);
    });
  }
}

test("every type but raster images is downloaded, never opened", async ({ page, baseURL }) => {
  for (const { keptAs, make } of HOSTILE.filter(({ keptAs }) => keptAs !== "image/gif")) {
    const { url } = await kept(baseURL, keptAs, make(site.canary("saved")));
    expect(await visit(page, url), keptAs).toBe("saved");
  }
  expect(site.hitsOf("saved")).toEqual([]);
});

test("a page disguised as an image and an image disguised as a page are refused", async ({ baseURL }) => {
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

test("an image is shown, whole and scaled, also by pages of other origins", async ({ page, baseURL }) => {
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
