import { connection } from "next/server";
import { publicBaseUrl } from "@/server/platform/env";

const CREATE_PRODUCER = 'npm run -s producer -- create --name "My brand" --json';

const recordScan = (baseUrl: string) => `curl -X POST ${baseUrl}/api/v2/scans \\
  -H 'content-type: application/json' \\
  -d '{"identifier": "4006381333931", "copyclassification": "original"}'`;

export default async function Landing() {
  // Rendered for each request: a build does not know the address that it will run under.
  await connection();
  return (
    <main>
      <h1>Assay</h1>
      <p className="lead">
        Producers register the items they make. People scan them and learn whether they are originals.
      </p>

      <h2>Call the interface</h2>
      <p>
        It lives under <a href="/api/v2">/api/v2</a> and is described in{" "}
        <a href="/api/v2/openapi.json">OpenAPI 3.1</a>.
      </p>

      <h2>Get credentials</h2>
      <p>On the machine that runs this service:</p>
      <section aria-label="Command that makes a producer">
        <pre>{CREATE_PRODUCER}</pre>
      </section>

      <h2>Record a scan</h2>
      <section aria-label="Call that records a scan">
        <pre>{recordScan(publicBaseUrl)}</pre>
      </section>
    </main>
  );
}
