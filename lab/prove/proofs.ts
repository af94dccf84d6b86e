import { controlEventLoop, eventLoop } from "./event-loop";
import type { Home } from "./home";
import { controlHostileNeighbour, hostileNeighbour } from "./hostile-neighbour";
import { controlHotItem, hotItem } from "./hot-item";
import { controlLimits, limits } from "./limits";
import { controlR1, r1 } from "./r1";
import { controlR2, r2 } from "./r2";
import { controlR3, r3 } from "./r3";
import { controlR4, r4 } from "./r4";
import { controlR6, r6 } from "./r6";
import type { Report, Scale } from "./report";

import { controlRollups, rollups } from "./rollups";
import { controlTwoInstances, twoInstances } from "./two-instances";
import { controlWholeResults, wholeResults } from "./whole-results";

/** A promise of the service, and what shows that it is kept. */
export interface Proof {
  what: string;
  prove(home: Home, scale: Scale): Promise<Report>;
  /** Takes minutes, or rests on times that a busy machine stretches: made by command, and with every journey. */
  onRequest?: true;
  /** The same checks where the promise can't be kept. */
  control(home: Home): Promise<Report>;
  /** What the control shows: by their text or a part of it, the checks that must fail in it. */
  controlFails: string[];
}

export const proofs: ReadonlyMap<string, Proof> = new Map([
  [
    "R1",
    {
      what: "what was acknowledged survives kill -9 of the service and of its database",
      prove: r1,
      control: controlR1,
      controlFails: ["acknowledged scans that are lost"],
    },
  ],
  [
    "R2",
    {
      what: "no hanging and no false answers while the database is away, and back by itself",
      prove: r2,
      control: controlR2,
      controlFails: ["out of reach: the slowest answer"],
    },
  ],
  [
    "R3",
    {
      what: "every event reaches every hook, whatever fails meanwhile",
      prove: r3,
      control: controlR3,
      controlFails: ["webhook-ids that were sent and are of no event"],
    },
  ],
  [
    "R4",
    {
      what: "receivers that hang delay nobody else",
      prove: r4,
      control: controlR4,
      controlFails: ["first try to a healthy receiver, p99"],
    },
  ],
  [
    "R6",
    {
      what: "a stop under load breaks nothing that was accepted",
      prove: r6,
      control: controlR6,
      controlFails: ["calls on connections that were kept, broken"],
    },
  ],
  [
    "hostile-neighbour",
    {
      what: "one producer at its worst keeps no other caller waiting",
      prove: hostileNeighbour,
      onRequest: true,
      control: controlHostileNeighbour,
      controlFails: [": p90"],
    },
  ],
  [
    "event-loop",
    {
      what: "no request holds the event loop for more than 50 ms, whatever it carries",
      prove: eventLoop,
      onRequest: true,
      control: controlEventLoop,
      controlFails: ["event loop held by a naive parser"],
    },
  ],
  [
    "limits",
    {
      what: "a network counts as one, identifiers are not found by trying, slow uploads take no room",
      prove: limits,
      onRequest: true,
      control: controlLimits,
      controlFails: ["scans taken from 1000 addresses of one /64", "unknown identifiers answered"],
    },
  ],
  [
    "two-instances",
    {
      what: "two instances on one database send every event once, and stand in for each other",
      prove: twoInstances,
      control: controlTwoInstances,
      controlFails: ["deliveries that were sent again while both lived"],
    },
  ],
  [
    "hot-item",
    {
      what: "one item that is scanned very often keeps no other from being assessed, nor the database at work",
      prove: hotItem,
      onRequest: true,
      control: controlHotItem,
      controlFails: ["until an impossible journey", "the database is at work"],
    },
  ],
  [
    "rollups",
    {
      what: "counts of scans are exact, whichever process records and whenever it is killed",
      prove: rollups,
      control: controlRollups,
      controlFails: ["counts in "],
    },
  ],
  [
    "whole-results",
    {
      what: "statements that fail amid their rows never turn a valid token into 403 or an existing item into 404",
      prove: wholeResults,
      control: controlWholeResults,
      controlFails: ["existing things answered 404"],
    },
  ],
]);
