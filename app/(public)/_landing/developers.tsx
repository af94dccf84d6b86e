import classes from "./landing.module.css";
import { landingWords } from "./words";

const CREATE_PRODUCER = 'npm run -s producer -- create --name "My brand" --json';

const recordScan = (baseUrl: string) => `curl -X POST ${baseUrl}/api/v2/scans \\
  -H 'content-type: application/json' \\
  -d '{"identifier": "4006381333931", "copyclassification": "original"}'`;

/** How developers begin: the reference, credentials and a first call. */
export async function Developers({ baseUrl }: { baseUrl: string }) {
  const { t } = await landingWords();
  return (
    <section aria-labelledby="developers" className={classes.text}>
      <h2 id="developers">{t("developers.title")}</h2>
      <p>
        {t.rich("developers.text", {
          path: (words) => <a href="/api/v2">{words}</a>,
          reference: (words) => <a href="/docs">{words}</a>,
          spec: (words) => <a href="/api/v2/openapi.json">{words}</a>,
        })}
      </p>

      <h3>{t("record")}</h3>
      <section aria-label={t("recordLabel")}>
        <pre className={classes.code}>{recordScan(baseUrl)}</pre>
      </section>

      <h3>{t("credentials")}</h3>
      <p>{t("credentialsText")}</p>
      <section aria-label={t("commandLabel")}>
        <pre className={classes.code}>{CREATE_PRODUCER}</pre>
      </section>
    </section>
  );
}
