import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { request } from "undici";
import { z } from "zod";
import type { Home } from "./home";

const EMAIL = "owner@proof.test";
const PASSWORD = "violet kettle under seven bridges";
const Csrf = z.object({ csrfToken: z.string() });

const cookiesOf = (headers: Record<string, string | string[] | undefined>) =>
  [headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0] ?? "");

/** Creates an admin who owns the producer, and signs in; returns the cookies of the session. */
export async function newOwner(home: Home, url: string, producerId: string): Promise<string> {
  await promisify(execFile)(
    "npm",
    ["run", "-s", "user", "--", "create", "--email", EMAIL, "--password", PASSWORD, "--admin", "--json"],
    { env: { ...process.env, DATA_DIR: home.dataDir, DATABASE_URL: "" } },
  );
  const sql = await home.sql();
  await sql`insert into memberships (person_id, producer_id, role)
    select id, ${producerId}, 'owner' from people where email = ${EMAIL}`;
  const csrfResponse = await request(`${url}/api/auth/csrf`);
  const { csrfToken } = Csrf.parse(await csrfResponse.body.json());
  const form = { email: EMAIL, password: PASSWORD, csrfToken, callbackUrl: "/overview", json: "true" };
  const csrfCookies = cookiesOf(csrfResponse.headers);
  const answer = await request(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: csrfCookies.join("; ") },
    body: new URLSearchParams(form).toString(),
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`Signing in returned ${answer.statusCode}.`);
  return [...csrfCookies, ...cookiesOf(answer.headers)].join("; ");
}
