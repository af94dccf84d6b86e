import { expect, test } from "vitest";
import { openAuthority } from "../../testing/authority";
import { readTimestamp, timestampRequest } from "./timestamp";

const bytes = new TextEncoder().encode("a list of checksums");
const nonce = Uint8Array.of(0x41, 2, 3, 4, 5, 6, 7, 8);

async function stamped(of: Uint8Array): Promise<Uint8Array> {
  const authority = await openAuthority();
  const body = new Uint8Array(await timestampRequest(of, nonce));
  const response = await fetch(authority.url, { method: "POST", body });
  const answer = new Uint8Array(await response.arrayBuffer());
  await authority.close();
  return answer;
}

test("a time stamp tells its time and authority, and whether it is of these bytes", async () => {
  const before = Date.now() - 1_000;
  const answer = await stamped(bytes);
  const read = await readTimestamp(answer, bytes);
  expect(read).toMatchObject({ authority: "Test authority", isValid: true, nonce });
  expect(read.at.getTime()).toBeGreaterThanOrEqual(before);
  expect(await readTimestamp(answer, nonce)).toMatchObject({ isValid: false });
});
