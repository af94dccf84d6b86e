"use client";

import { useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import classes from "./verify-panel.module.css";

/** As in docs/webhooks.md, where a test runs it. */
const RECEIVER = `// npm install standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const body = webhook.verify(Buffer.concat(chunks), request.headers);
    console.log(request.headers["webhook-id"], body.event.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT ?? 8080));`;

/** How a receiver tells genuine calls from others. */
export function VerifyPanel({ opened = false }: { opened?: boolean }) {
  const t = useTranslations("hooks.verify");
  return (
    <details className={classes.panel} open={opened}>
      <summary>{t("title")}</summary>
      <div className={classes.inside}>
        <p>
          {t.rich("text", {
            a: (words) => (
              <a href="https://www.standardwebhooks.com" rel="noreferrer" target="_blank">
                {words}
              </a>
            ),
          })}
        </p>
        <section className={classes.code} aria-label={t("label")}>
          <div className={classes.copy}>
            <CopyButton value={RECEIVER} what={t("label")} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must reach it. */}
          <pre tabIndex={0}>{RECEIVER}</pre>
        </section>
        <p>{t.rich("more", { file: () => <code>docs/webhooks.md</code> })}</p>
      </div>
    </details>
  );
}
