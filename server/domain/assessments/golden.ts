import {
  BEHIND_THE_POLE,
  BERLIN,
  from,
  type GoldenCase,
  golden,
  HAMBURG,
  later,
  MOVED,
  many,
  NAPLES,
  NEW_YORK,
  NEXT_DOOR,
  NOWHERE,
  OVER_THE_POLE,
  SOMEWHERE_IN_GERMANY,
  SOMEWHERE_IN_JAPAN,
  SUVA,
  TAVEUNI,
  TOKYO,
  townOf,
} from "./golden-case";

export const GOLDEN: GoldenCase[] = [
  golden("one scan", [["10:00", "A", BERLIN, "original"]]),
  golden("one scan with the verdict fake, which is never contradicted", [["10:00", "A", BERLIN, "fake"]]),
  golden("two phones in one shop, seconds apart", [
    ["10:00", "A", BERLIN],
    ["10:00:20", "B", NEXT_DOOR],
  ]),
  golden("retries of one device", [
    ["10:00", "A", BERLIN],
    ["10:00:03", "A", BERLIN],
    ["10:04", "A", NEXT_DOOR],
    ["10:13", "A", BERLIN],
  ]),
  golden("by air from Berlin to New York, 8 h 40 from scan to scan", [
    ["8:00", "A", BERLIN],
    ["16:40", "B", NEW_YORK],
  ]),
  golden("an airport traveller at 900 km/h from one runway to the other", [
    ["10:00", "A", BERLIN],
    ["17:05", "B", NEW_YORK],
  ]),
  golden(
    "Berlin, and Naples half an hour later by another phone: the later one is flagged",
    [
      ["10:00", "A", BERLIN],
      ["10:30", "B", NAPLES],
    ],
    { 1: [...MOVED] },
  ),
  golden(
    "the same, with the verdict original",
    [
      ["10:00", "A", BERLIN],
      ["10:30", "B", NAPLES, "original"],
    ],
    { 1: [...MOVED, "contradicts_client"] },
  ),
  golden(
    "the other phone retries: counted as one scan",
    [
      ["10:00", "A", BERLIN],
      ["10:30", "B", NAPLES],
      ["10:31", "B", NAPLES],
    ],
    { 1: [...MOVED] },
  ),
  golden(
    "neither phone sends a device",
    [
      ["10:00", null, BERLIN],
      ["10:30", null, NAPLES],
    ],
    { 1: [...MOVED] },
  ),
  golden("one phone whose location jumps: the item has not moved", [
    ["10:00", "A", BERLIN],
    ["11:00", "A", TOKYO],
  ]),
  golden(
    "with scans of other phones in between",
    [
      ["10:00", "A", BERLIN],
      ["10:10", "B", NOWHERE],
      ["10:20", "C", SOMEWHERE_IN_GERMANY],
      ["10:30", "D", TOKYO],
    ],
    { 3: [...MOVED] },
  ),
  golden("Tokyo the next day", [
    ["1 10:00", "A", BERLIN],
    ["2 10:30", "B", TOKYO],
  ]),
  golden("across the date line: near in kilometres, far by longitude", [
    ["10:00", "A", TAVEUNI],
    ["11:00", "B", SUVA],
  ]),
  golden("across the pole: near in kilometres, far by longitude", [
    ["10:00", "A", OVER_THE_POLE],
    ["10:01", "B", BEHIND_THE_POLE],
  ]),
  golden(
    "two countries at the same time: no speed, but impossible",
    [
      ["10:00", "A", BERLIN],
      ["10:00", "B", NAPLES],
    ],
    { 1: [...MOVED] },
  ),
  golden("one place at the same time", [
    ["10:00", "A", BERLIN],
    ["10:00", "B", BERLIN],
  ]),
  golden("countries of IP addresses are not locations", [
    ["10:00", "A", SOMEWHERE_IN_GERMANY],
    ["10:05", "B", SOMEWHERE_IN_JAPAN],
    ["10:10", "C", NAPLES],
  ]),
  golden("scans without device or place", many(12, (n) => [later(n), null, NOWHERE]).slice(0, 7)),
  golden(
    "a machine that tries a code for ten minutes, without device or place",
    many(60, (n) => [later(n / 6), null, NOWHERE]),
    {
      28: ["burst"],
      32: ["burst"],
      36: ["burst"],
      40: ["burst"],
      44: ["burst"],
      48: ["burst"],
      52: ["burst"],
      56: ["burst"],
    },
  ),
  golden(
    "scanned after its owner reported it as stolen: it is an original",
    [
      ["10:00", "A", BERLIN, "original"],
      ["12:00", "B", BERLIN, "original"],
    ],
    { 1: ["stolen"] },
    { stolen: "11:00" },
  ),
  golden(
    "invalidated after it was scanned",
    [["10:00", "A", BERLIN, "original"]],
    {},
    { invalidated: "10:01" },
  ),
  golden(
    "scanned after it was invalidated",
    [
      ["10:00", "A", BERLIN, "original"],
      ["12:00", "A", BERLIN, "original"],
      ["12:01", "A", BERLIN, "fake"],
    ],
    { 1: ["invalidated", "contradicts_client"], 2: ["invalidated"] },
    { invalidated: "11:00" },
  ),
  golden(
    "a shop's demo device scans one item 200 times",
    many(200, (n) => [later(3 * n), "A", BERLIN]),
  ),
  golden(
    "a display piece in a shop: 30 visitors' phones in a day",
    many(30, (n) => [later(12 * n), `phone ${n}`, n % 2 ? BERLIN : NEXT_DOOR]),
  ),
  golden(
    "a family of five, on a journey",
    many(10, (n) => [`${1 + n} 10:00`, `phone ${n % 5}`, townOf(n)]),
  ),
  golden(
    "a copied code: 40 devices in six countries in a day, all without a location",
    many(40, (n) => [later(20 * n), `phone ${n}`, [null, null, townOf(n)[2]]]),
    from(9, 40, ["many_devices"]),
  ),
  golden(
    "a copied code on 12 phones in minutes, in two towns of one country",
    many(12, (n) => [later(n / 4), `phone ${n}`, n % 2 ? BERLIN : HAMBURG]),
    {
      ...from(1, 7, [...MOVED]),
      ...from(7, 9, [...MOVED, "burst"]),
      ...from(9, 12, [...MOVED, "many_devices", "burst"]),
    },
  ),
  golden(
    "outside its markets, by location and by address",
    [
      ["10:00", "A", BERLIN],
      ["2 10:00", "B", SOMEWHERE_IN_GERMANY],
      ["3 10:00", "C", NAPLES, "original"],
      ["4 10:00", "D", SOMEWHERE_IN_JAPAN],
      ["5 10:00", "E", NOWHERE],
    ],
    { 2: ["outside_market"], 3: ["outside_market"] },
    { markets: ["DE", "at"] },
  ),
  golden(
    "markets that are not countries are ignored",
    [["10:00", "A", NAPLES]],
    {},
    { markets: ["DE", "EU"] },
  ),
  golden("markets that are not a list are ignored", [["10:00", "A", NAPLES]], {}, { markets: "DE" }),
  golden("without markets, none is guessed", [["10:00", "A", NAPLES]], {}, { markets: [] }),
];
