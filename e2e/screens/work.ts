const DELIVERY = `identifier,title,data.colour,data.weight:number
KELLER-2026-0001,"Atlas Tote, cognac",cognac,0.82
KELLER-2026-0002,"Atlas Tote, cognac",cognac,0.81
KELLER-2026-0003,"Atlas Tote, black",black,about a kilo
KELLER-2026-0004,"Atlas Tote, black",black,0.83
KELLER-2026-0002,"Atlas Tote, black",black,0.84
`;

/** Imports a file with refused rows, generates codes, and makes calls that fail. */
export async function makeWork(url: string, token: string): Promise<void> {
  const post = async (path: string, type: string, body: string) => {
    const headers = { "an-api-token": token, "content-type": type };
    const reply = await fetch(`${url}/api/v2${path}`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  };
  await post("/imports?kind=items&name=delivery-of-november.csv", "text/csv", DELIVERY);
  const input = { pattern: "KELLER-{number:6}-{random:13}{check}", count: 400, title: "Atlas Tote, cognac" };
  await post("/jobs", "application/json", JSON.stringify({ kind: "codeGeneration", input }));
  // Failed calls, for the request log.
  const headers = { "an-api-token": token, "content-type": "application/json" };
  const wrong = { identifier: "KELLER-2026-0001", title: 7, image: "no picture" };
  await fetch(`${url}/api/v2/items`, { method: "POST", headers, body: JSON.stringify(wrong) });
  for (const path of ["/items/KELLER-2025-9999", "/scans?limit=5", "/scans?limit=none"])
    await fetch(`${url}/api/v2${path}`, { headers });
}
