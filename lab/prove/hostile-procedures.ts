import { z } from "zod";
import { PRODUCER_HEADER } from "@/server/identity/from-session";
import { appRouter } from "@/server/trpc/root";
import { inputOf } from "./accepted";
import type { Scene } from "./hostile-scene";
import { type Client, type Sending, STEPS, sampled, type Target } from "./hostile-target";
import { isAcceptable } from "./never-accepted";
import type { Scale } from "./report";
import { worstBodies } from "./worst-bodies";

const Procedure = z.custom<{ _def: { type: unknown; inputs: unknown[] } }>();
/** Procedures that end the session or the producer's membership, or start hours of work. */
const EXCLUDED = ["people.signOutEverywhere", "members.leave", "setUp.seedDemo", "people.changePassword"];
const { procedures } = appRouter._def;

/** The procedures that are called, each with the schema of its input, if it has one. */
export const called = Object.entries(z.record(z.string(), Procedure).parse(procedures))
  .filter(([path]) => !EXCLUDED.includes(path))
  .map(([path, { _def }]) => ({
    path,
    isQuery: _def.type === "query",
    schema: _def.inputs.find((input) => input instanceof z.ZodType),
  }));

/** The input of a plain request: what its schema names of the usual values, and the procedure's own. */
export function plainInput({ path, schema }: (typeof called)[number], scene: Scene): object {
  const usual = {
    identifier: scene.item,
    id: scene.group,
    events: "*",
    url: "https://receiver.example/",
    secret: "x",
    changes: {},
  };
  const isNamed = (key: string) => !(schema instanceof z.ZodObject) || key in schema.shape;
  const named = Object.entries(usual).filter(([key]) => isNamed(key));
  return { ...Object.fromEntries(named), ...inputOf(path, scene) };
}

const LONG = "x ".repeat(4_000);
/** For queries, whose input must fit into a header. */
const WORST_INPUTS: object[] = [
  { filter: { search: LONG, identifier: LONG, item: LONG } },
  { filter: Array(1_500).fill([]) },
  { fragment: LONG, search: LONG },
  { id: LONG, identifier: LONG },
  { surprise: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, {}])) },
];

/** Every procedure, with the worst bodies, single and in a batch of twenty, or with the worst queries. */
export function procedureTargets({ send }: Client, scene: Scene, scale: Scale): Target[] {
  const session = { cookie: scene.cookie, [PRODUCER_HEADER]: scene.producer };
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  return called.map((one, n) => {
    const { path, isQuery, schema } = one;
    const target = `/api/trpc/${path}`;
    const query = (input: object) =>
      send("GET", `${target}?input=${encodeURIComponent(JSON.stringify(input))}`, session);
    const change = (body: string | Buffer) => send("POST", target, { ...headers, ...session }, body);
    const fresh = () => plainInput(one, scene);
    const plainly = () => (isQuery ? query(fresh()) : change(JSON.stringify(fresh())));
    const plain = isAcceptable(path) ? plainly : undefined;
    if (isQuery) {
      const sendings = [{}, ...WORST_INPUTS]
        .map((input) => ({ ...fresh(), ...input }))
        .map(
          (input): Sending => ({
            name: `the input ${JSON.stringify(input).slice(0, 60)}`,
            send: () => query(input),
          }),
        );
      return { name: path, sendings, plain };
    }
    const sendings = sampled(worstBodies(schema, fresh), STEPS[scale].procedure, n).map(
      ({ name, body }): Sending => ({
        name,
        send: () => change(body()),
      }),
    );
    const together = Array.from({ length: 20 }, () => path).join(",");
    const batch: Sending = {
      name: "a batch of twenty",
      send: () => {
        const inputs = Array.from({ length: 20 }, (_, n) => [
          n,
          { ...fresh(), data: { text: Array(2_000).fill("") } },
        ]);
        return send(
          "POST",
          `/api/trpc/${together}?batch=1`,
          { ...headers, ...session },
          JSON.stringify(Object.fromEntries(inputs)),
        );
      },
    };
    return { name: path, sendings: [...sendings, batch], plain };
  });
}
