import { expect, test } from "vitest";
import { begunMention, mentionedIn, withMention } from "./mentions";

const ADA = { personId: "1", name: "Ada" };
const ADA_LOVELACE = { personId: "2", name: "Ada Lovelace" };
const GRACE = { personId: "3", name: "Grace Hopper" };

test("a mention begins with @ at the start of a word, and ends with its line", () => {
  expect(begunMention("See @Gra")).toBe("Gra");
  expect(begunMention("@")).toBe("");
  expect(begunMention("See @Ada Love")).toBe("Ada Love");
  expect(begunMention("mail@example")).toBeUndefined();
  expect(begunMention("@Ada\nand")).toBeUndefined();
  expect(begunMention("nothing")).toBeUndefined();
});

test("a chosen name replaces what was typed of it", () => {
  expect(withMention("See @Gr now", 7, "Grace Hopper")).toBe("See @Grace Hopper  now");
});

test("the longest name that follows an @ is mentioned, each once", () => {
  const members = [ADA, ADA_LOVELACE, GRACE];
  expect(mentionedIn("@Ada Lovelace and @Grace Hopper, @Ada Lovelace again", members)).toEqual([
    ADA_LOVELACE,
    GRACE,
  ]);
  expect(mentionedIn("@Ada, look", members)).toEqual([ADA]);
  expect(mentionedIn("Ada without a sign, @Linus", members)).toEqual([]);
});

test("a mention stands alone: it neither ends within a longer name nor begins within an address", () => {
  expect(mentionedIn("@Adamina Kurz and @Ada2", [ADA])).toEqual([]);
  expect(mentionedIn("info@Ada-shop.de", [ADA])).toEqual([]);
  expect(mentionedIn("(@Ada)", [ADA])).toEqual([ADA]);
});

test("a name of two members mentions neither, so that no one is notified by mistake", () => {
  expect(mentionedIn("@Ada", [ADA, { personId: "4", name: "Ada" }])).toEqual([]);
});
