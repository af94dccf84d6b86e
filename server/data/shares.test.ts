import { expect, test } from "vitest";
import { AppError } from "@/server/core/errors";
import { Shares } from "./shares";

// Holds decision 0038.

/** Lets pending work continue. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Shares whose connections are held until the test releases them, by name. */
function openShares(connections: number) {
  const shares = new Shares(connections);
  const holding: { who: string; end(): void }[] = [];
  const request = (tenant: string, member = "one") => {
    const done = shares.run({ tenant, member }, () => {
      const who = `${tenant} ${member}`;
      return new Promise<void>((resolve) => {
        const holder = {
          who,
          end: () => {
            holding.splice(holding.indexOf(holder), 1);
            resolve();
          },
        };
        holding.push(holder);
      });
    });
    // Requests that still wait when their test has ended are refused later.
    done.catch(() => undefined);
    return done;
  };
  const held = async (who: string) => {
    await settle();
    return holding.filter((one) => one.who.startsWith(who)).length;
  };
  const release = async (who: string) => {
    holding.find((one) => one.who.startsWith(who))?.end();
    await settle();
  };
  return { request, held, release, holding };
}

test("a tenant alone gets half of the connections, and a newcomer is served at once", async () => {
  const { request, held } = openShares(12);
  for (let i = 0; i < 20; i++) void request("greedy");
  expect(await held("greedy")).toBe(6);
  void request("newcomer");
  expect(await held("newcomer")).toBe(1);
});

test("six consecutive newcomers are served at once, whatever the first tenant holds", async () => {
  const { request, held } = openShares(12);
  for (let i = 0; i < 20; i++) void request("greedy");
  for (let i = 1; i <= 6; i++) {
    void request(`newcomer ${i}`);
    expect(await held("newcomer")).toBe(i);
  }
});

test("two tenants that request all connections get equal shares", async () => {
  const { request, held, release } = openShares(12);
  for (let i = 0; i < 30; i++) void request("first");
  for (let i = 0; i < 30; i++) void request("second");
  for (let i = 0; i < 8; i++) await release("first");
  for (let i = 0; i < 4; i++) await release("second");
  expect([await held("first"), await held("second")]).toEqual([4, 4]);
});

test("each member of a tenant gets its turn, however many requests another member makes", async () => {
  const { request, held, release } = openShares(2);
  for (let i = 0; i < 10; i++) void request("tenant", "busy");
  void request("tenant", "quiet");
  expect(await held("tenant busy")).toBe(1);
  await release("tenant busy");
  expect(await held("tenant quiet")).toBe(1);
});

test("429 with Retry-After: a tenant has more than 400 waiting requests, while others are served", async () => {
  const { request, held } = openShares(2);
  const all = Array.from({ length: 402 }, () => request("greedy"));
  const refused = await all.at(-1)?.catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ kind: "tooManyRequests", details: { headers: { "retry-after": "1" } } });
  void request("other");
  expect(await held("other")).toBe(1);
});

test("failing work releases its connection, and idle tenants are forgotten", async () => {
  const shares = new Shares(2);
  const fail = () => shares.run({ tenant: "a", member: "b" }, () => Promise.reject(new Error("no")));
  for (let i = 0; i < 5; i++) await expect(fail()).rejects.toThrow("no");
  expect(await shares.run({ tenant: "a", member: "b" }, async () => "done")).toBe("done");
  expect(shares.tenants).toBe(0);
});
