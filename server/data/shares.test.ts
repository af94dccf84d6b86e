import { expect, test } from "vitest";
import { AppError } from "@/server/core/errors";
import { Shares } from "./shares";

// Holds decision 0038.

/** Lets what is ready go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Connections that are held until they are given back, by name. */
function office(connections: number) {
  const shares = new Shares(connections);
  const holding: { who: string; giveBack(): void }[] = [];
  const come = (tenant: string, member = "one") =>
    shares.run({ tenant, member }, () => {
      const who = `${tenant} ${member}`;
      return new Promise<void>((resolve) => {
        const holder = {
          who,
          giveBack: () => {
            holding.splice(holding.indexOf(holder), 1);
            resolve();
          },
        };
        holding.push(holder);
      });
    });
  const held = async (who: string) => {
    await settle();
    return holding.filter((one) => one.who.startsWith(who)).length;
  };
  const leave = async (who: string) => {
    holding.find((one) => one.who.startsWith(who))?.giveBack();
    await settle();
  };
  return { come, held, leave, holding };
}

test("a tenant alone gets half of the connections, and a newcomer is served at once", async () => {
  const { come, held } = office(12);
  for (let i = 0; i < 20; i++) void come("greedy");
  expect(await held("greedy")).toBe(6);
  void come("newcomer");
  expect(await held("newcomer")).toBe(1);
});

test("one after the other, six newcomers are served at once, whatever the first one holds", async () => {
  const { come, held } = office(12);
  for (let i = 0; i < 20; i++) void come("greedy");
  for (let i = 1; i <= 6; i++) {
    void come(`newcomer ${i}`);
    expect(await held("newcomer")).toBe(i);
  }
});

test("two tenants that ask for all get the same", async () => {
  const { come, held, leave } = office(12);
  for (let i = 0; i < 30; i++) void come("first");
  for (let i = 0; i < 30; i++) void come("second");
  for (let i = 0; i < 8; i++) await leave("first");
  for (let i = 0; i < 4; i++) await leave("second");
  expect([await held("first"), await held("second")]).toEqual([4, 4]);
});

test("of a tenant's members each has its turn, however many requests one of them makes", async () => {
  const { come, held, leave } = office(2);
  for (let i = 0; i < 10; i++) void come("tenant", "busy");
  void come("tenant", "quiet");
  expect(await held("tenant busy")).toBe(1);
  await leave("tenant busy");
  expect(await held("tenant quiet")).toBe(1);
});

test("429 with Retry-After: more than 400 of a tenant wait, while others are served", async () => {
  const { come, held } = office(2);
  const all = Array.from({ length: 402 }, () => come("greedy"));
  const refused = await all.at(-1)?.catch((thrown: unknown) => thrown);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ kind: "tooManyRequests", details: { headers: { "retry-after": "1" } } });
  void come("other");
  expect(await held("other")).toBe(1);
});

test("work that fails gives its connection back, and what is idle is forgotten", async () => {
  const shares = new Shares(2);
  const fail = () => shares.run({ tenant: "a", member: "b" }, () => Promise.reject(new Error("no")));
  for (let i = 0; i < 5; i++) await expect(fail()).rejects.toThrow("no");
  expect(await shares.run({ tenant: "a", member: "b" }, async () => "done")).toBe("done");
  expect(shares.tenants).toBe(0);
});
