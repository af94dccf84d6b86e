import Fastify from "fastify";
import postgres from "postgres";

declare module "postgres" {
  interface Options<T extends Record<string, PostgresType>> {
    /** Not declared by the package: the number of queries in flight on a connection. */
    max_pipeline?: number;
  }
}

/*
 * The baseline for reading an item: Fastify with one bare select, without credentials, groups or a log. With
 * `deleted_at is null` the select can use the table's index on identifiers.
 */

const POOL = Number(process.env.FASTIFY_POOL || 10);
/**
 * No pipelining: in this driver the list of busy connections grows while it is never empty, and searching it halved the
 * server's speed within half a minute.
 */
const PIPELINE = Number(process.env.FASTIFY_PIPELINE || 1);

const sql = postgres(process.env.DATABASE_URL ?? "", {
  max: POOL,
  max_pipeline: PIPELINE,
  idle_timeout: 0,
  max_lifetime: null,
  connection: { application_name: "fastify-baseline" },
});

const app = Fastify({ logger: false });

app.get<{ Params: { id: string } }>("/items/:id", async (request, reply) => {
  const [row] = await sql`select * from items where identifier = ${request.params.id} and deleted_at is null`;
  return row ?? reply.code(404).send({ error: "There is no such item." });
});

const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ port: Number(new URL(address).port) });
process.on("disconnect", () => process.exit());
