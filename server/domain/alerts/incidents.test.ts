import { describe, expect, test } from "vitest";
import type { AlertCondition } from "@/db/schema/alert-rules";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";
import type { Count } from "./evaluate";
import { floorTo, type History, type Incident, incidents, STEP_MS } from "./incidents";

// Holds decision 0029.

/** A midnight. */
const START = Date.UTC(2026, 4, 4);

interface Event {
  at: number;
  country: string;
  isFake: boolean;
}

/** `count` scans in the last step of the minute that starts `minute` minutes after `START`. */
const scans = (minute: number, count: number, { fake = false, country = "" } = {}): Event[] =>
  Array.from({ length: count }, () => ({
    at: START + (minute + 1) * MINUTE_MS - STEP_MS,
    country,
    isFake: fake,
  }));
const fakes = (minute: number, count: number) => scans(minute, count, { fake: true });
const at = (hour: number, minute = 0) => hour * 60 + minute;

function countsOf(events: Event[]): Count[] {
  const counts = new Map<string, Count>();
  for (const { country, isFake } of events) {
    const count = counts.get(country) ?? { country, scans: 0, fakes: 0 };
    counts.set(country, { country, scans: count.scans + 1, fakes: count.fakes + (isFake ? 1 : 0) });
  }
  return [...counts.values()];
}

function grouped<K>(events: Event[], keyOf: (event: Event) => K): Map<K, Event[]> {
  const groups = new Map<K, Event[]>();
  for (const event of events) groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event]);
  return groups;
}

function historyOf(events: Event[], isRead: (hour: number) => void = () => {}): History {
  const hours = grouped(events, (event) => floorTo(HOUR_MS, event.at));
  const days = grouped(events, (event) => event.country);
  return {
    countsIn: (hour) => countsOf(hours.get(hour) ?? []),
    stepsOf: async (hour) => {
      isRead(hour);
      const steps = grouped(hours.get(hour) ?? [], (event) => floorTo(STEP_MS, event.at));
      return [...steps]
        .map(([step, own]) => ({ step, counts: countsOf(own) }))
        .toSorted((one, other) => one.step - other.step);
    },
    daysOf: new Map(
      [...days].map(([country, own]) => [
        country,
        [...new Set(own.map((event) => floorTo(DAY_MS, event.at)))].sort((a, b) => a - b),
      ]),
    ),
  };
}

/** The minutes after `START` at which a rule opens an incident in the first days. */
async function minutesOf(condition: AlertCondition, events: Event[], coolDownHours = 24, days = 3) {
  const span = { after: START, until: START + days * DAY_MS };
  const found = await incidents({ condition, coolDownHours }, historyOf(events), span, []);
  return found.map((incident) => (incident.at - START) / MINUTE_MS);
}

const rate = { kind: "fakeRate", windowHours: 1, percent: 10, minimumScans: 20, of: null } as const;
const unknown = { kind: "unknownIdentifiers", windowHours: 1, sightings: 5 } as const;
const country = { kind: "newCountry", windowHours: 24, quietDays: 30, scans: 2 } as const;
const travel = { kind: "impossibleTravel", windowHours: 24, scans: 1 } as const;

describe("when a rule opens an incident", () => {
  const table: [title: string, condition: AlertCondition, events: Event[], minutes: number[]][] = [
    ["fake rate above the threshold", rate, [...scans(at(5), 18), ...fakes(at(5, 7), 3)], [at(5, 8)]],
    ["fake rate equal to the threshold", rate, [...scans(at(5), 18), ...fakes(at(5, 7), 2)], []],
    [
      "fake rate above a threshold with tenths of a percent",
      { ...rate, percent: 14.2 },
      [...scans(at(5), 18), ...fakes(at(5, 7), 3)],
      [at(5, 8)],
    ],
    [
      "fake rate below a threshold with tenths of a percent",
      { ...rate, percent: 14.3 },
      [...scans(at(5), 18), ...fakes(at(5, 7), 3)],
      [],
    ],
    ["one scan below the minimum", rate, [...scans(at(5), 16), ...fakes(at(5, 7), 3)], []],
    ["exactly the minimum of scans", rate, [...scans(at(5), 17), ...fakes(at(5, 7), 3)], [at(5, 8)]],
    [
      "early fakes, outnumbered by later originals",
      rate,
      [...fakes(at(5), 20), ...scans(at(5, 30), 400)],
      [at(5, 1)],
    ],
    ["early originals, followed by too few fakes", rate, [...scans(at(5), 400), ...fakes(at(5, 30), 20)], []],
    [
      "early originals that leave the window",
      rate,
      [...scans(at(5), 100), ...scans(at(6), 15), ...fakes(at(6), 5)],
      [at(7) + STEP_MS / MINUTE_MS],
    ],
    ["sightings equal to the threshold", unknown, scans(at(5), 5), []],
    ["one sighting above the threshold", unknown, [...scans(at(5), 5), ...scans(at(5, 59), 1)], [at(6)]],
    ["sightings across two hours", unknown, [...scans(at(5, 59), 3), ...scans(at(6, 1), 3)], [at(6, 2)]],
    ["sightings too far apart for one window", unknown, [...scans(at(4, 59), 3), ...scans(at(6, 1), 3)], []],
    ["a scan with impossible travel", travel, scans(at(5), 1), [at(5, 1)]],
    ["too few scans of a new country", country, scans(at(5), 1, { country: "FJ" }), []],
    ["a new country", country, scans(at(5), 2, { country: "FJ" }), [at(5, 1)]],
    [
      "a country scanned 30 days before",
      country,
      [...scans(-30 * 1_440, 1, { country: "FJ" }), ...scans(at(5), 2, { country: "FJ" })],
      [],
    ],
    [
      "a country scanned 31 days before",
      country,
      [...scans(-31 * 1_440, 1, { country: "FJ" }), ...scans(at(5), 2, { country: "FJ" })],
      [at(5, 1)],
    ],
    [
      "two new countries at once",
      country,
      [...scans(at(5), 2, { country: "FJ" }), ...scans(at(5), 3, { country: "TO" })],
      [at(5, 1)],
    ],
  ];
  test.each(table)("%s", async (_, condition, events, minutes) => {
    expect(await minutesOf(condition, events)).toEqual(minutes);
  });
});

describe("how often a rule opens an incident", () => {
  const burst = (hour: number) => scans(at(hour), 6);

  test("not during the cool-down, and again right after it", async () => {
    const events = [burst(5), burst(6), burst(10), burst(11)].flat();
    expect(await minutesOf(unknown, events, 6)).toEqual([at(5, 1), at(11, 1)]);
  });

  test("not again for hours of an earlier incident, however short the cool-down", async () => {
    const wide = { ...unknown, windowHours: 24 };
    expect(await minutesOf(wide, burst(5), 1)).toEqual([at(5, 1)]);
    expect(await minutesOf(wide, [...burst(5), ...scans(at(8), 5)], 1)).toEqual([at(5, 1)]);
    expect(await minutesOf(wide, [...burst(5), ...scans(at(8), 6)], 1)).toEqual([at(5, 1), at(8, 1)]);
  });

  test("once for a country; one that appears during the cool-down is reported when it ends", async () => {
    const events = [
      ...scans(at(5), 4, { country: "FJ" }),
      ...scans(at(6), 2, { country: "TO" }),
      ...scans(at(20), 9, { country: "FJ" }),
    ];
    const span = { after: START, until: START + 9 * DAY_MS };
    const found = await incidents({ condition: country, coolDownHours: 72 }, historyOf(events), span, []);
    expect(found.map(({ at: moment, evidence }) => [moment, evidence.figures])).toEqual([
      [START + at(5, 1) * MINUTE_MS, { kind: "newCountry", countries: [{ country: "FJ", scans: 4 }] }],
      [START + at(77, 1) * MINUTE_MS, { kind: "newCountry", countries: [{ country: "TO", scans: 2 }] }],
    ]);
  });
});

test("an incident has the figures of its step and the hours that they cover", async () => {
  const events = [...scans(at(4), 20), ...fakes(at(5, 7), 5), ...scans(at(5, 30), 100)];
  const span = { after: START, until: START + DAY_MS };
  const [first] = await incidents({ condition: rate, coolDownHours: 1 }, historyOf(events), span, []);
  expect(first).toEqual({
    at: START + at(5, 8) * MINUTE_MS,
    evidence: {
      figures: { kind: "fakeRate", scans: 25, fakes: 5 },
      from: START + 4 * HOUR_MS,
      before: START + 6 * HOUR_MS,
    },
  });
});

test("evaluating step by step finds the same incidents as evaluating the whole span", async () => {
  let seed = 7;
  const chance = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const events: Event[] = Array.from({ length: 1_500 }, () => ({
    at: START + Math.floor(chance() ** 2 * 17_280) * STEP_MS,
    country: chance() < 0.9 ? "DE" : chance() < 0.5 ? "FJ" : "TO",
    isFake: chance() < 0.12,
  }));
  for (const condition of [
    rate,
    { ...rate, windowHours: 3 },
    { ...unknown, sightings: 90 },
    country,
    travel,
  ]) {
    const trial = { condition, coolDownHours: 2 };
    const history = historyOf(events);
    const until = START + 2 * DAY_MS;
    const atOnce = await incidents(trial, history, { after: START, until }, []);
    const step: Incident[] = [];
    for (let after = START; after < until; after += STEP_MS)
      step.push(...(await incidents(trial, history, { after, until: after + STEP_MS }, step)));
    expect(step).toEqual(atOnce);
    expect(atOnce.length).toBeGreaterThan(0);
  }
});

test("steps are read only for hours in which the condition may be reached", async () => {
  const read: number[] = [];
  const quiet = Array.from({ length: 72 }, (_, hour) => scans(at(hour), 100)).flat();
  const history = historyOf([...quiet, ...fakes(at(30, 5), 60)], (hour) =>
    read.push((hour - START) / HOUR_MS),
  );
  await incidents(
    { condition: rate, coolDownHours: 24 },
    history,
    { after: START, until: START + 3 * DAY_MS },
    [],
  );
  expect(read).toEqual([30]);
});
