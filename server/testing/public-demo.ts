import { readPublicDemo } from "@/server/domain/public-demo/read";
import { runtime } from "@/server/runtime/runtime";
import { openDemo } from "@/server/web/demo/open-demo";

// Imported once a test has switched the demo on by `PUBLIC_DEMO`.

/** A demo that is created within seconds. */
export const SIZE = { items: 300, scans: 6_000, days: 60 };

export const demoState = () => readPublicDemo({ db: runtime().database.db });

/** The demo, which has to exist. */
export async function readyDemo() {
  const demo = await demoState();
  if (demo.state !== "ready") throw new Error(`The demo is ${demo.state}.`);
  return demo;
}

/** The answer to a press of "Open the demo" on the landing page. */
export const pressOpenDemo = (headers: Record<string, string> = {}): Promise<Response> =>
  openDemo(
    new Request("https://assay.test/demo/open", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", ...headers },
    }),
  );
