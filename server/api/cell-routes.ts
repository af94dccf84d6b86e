import { z } from "zod";
import { ACCEPT_PATH } from "@/server/cells/hand-over";
import { ARRIVE_PATH, DROP_PATH, SETTLE_PATH } from "@/server/cells/move";
import { ASK_PATH, Asked, tellPlaces } from "@/server/cells/places";
import {
  Acceptance,
  Arrival,
  accept,
  beginArrival,
  drop,
  Rows,
  receiveRows,
  settle,
  takeFile,
} from "@/server/cells/receive";
import { FILE_PATH, ROWS_PATH } from "@/server/cells/send";
import { forbidden, invalid } from "@/server/core/errors";
import { CLAIMS_PATH, Claim, tellTaken } from "@/server/domain/items/taken-elsewhere";
import { Answer } from "@/server/http/answer";
import { readBytes } from "@/server/http/body";
import { queryOf, splitUrl } from "@/server/http/input";
import { answering, successAnswer } from "@/server/http/respond";
import { cells, PASS_HEADER, passIn } from "@/server/platform/cells";
import { runtime } from "@/server/runtime/runtime";
import { type Routes, routesOf } from "./route";

/** A question of another cell, which has signed it. */
type Question = (body: Buffer, query: Record<string, string>) => Promise<unknown>;

/** Holds the largest question: 100,000 identifiers. */
const MAX_QUESTION_BYTES = 100 * 1024 * 1024;

const OfProducer = z.object({ producerId: z.guid() });
const File = z.object({ producer: z.guid(), id: z.uuid() });

const nothing = async (done: Promise<void>) => {
  await done;
  return {};
};

const json =
  <T>(Form: z.ZodType<T>, answer: (question: T) => Promise<unknown>): Question =>
  async (body) =>
    answer(Form.parse(JSON.parse(body.toString())));

const QUESTIONS: Record<string, Question> = {
  [ASK_PATH]: json(Asked, tellPlaces),
  [CLAIMS_PATH]: json(Claim, (claim) => tellTaken(runtime().database, claim)),
  [ARRIVE_PATH]: json(Arrival, async (arrival) => ({ arrival: await beginArrival(arrival) })),
  [ROWS_PATH]: async (body, query) => receiveRows(Rows.parse(query), body.toString()),
  [FILE_PATH]: async (body, query) => {
    const { producer, id } = File.parse(query);
    return nothing(takeFile(producer, id, body));
  },
  [ACCEPT_PATH]: json(Acceptance, (acceptance) => nothing(accept(acceptance))),
  [SETTLE_PATH]: json(OfProducer, ({ producerId }) => nothing(settle(producerId))),
  [DROP_PATH]: json(OfProducer, async ({ producerId }) => ({ isDone: await drop(producerId) })),
};

/** A cell of another release may ask in another form. */
function refusedForm(thrown: unknown): never {
  if (thrown instanceof z.ZodError || thrown instanceof SyntaxError)
    throw invalid("unknown-form", "This cell, of another release, does not understand the question.");
  throw thrown;
}

const routeOf = (answer: Question): Routes =>
  routesOf(
    new Map([
      [
        "POST",
        (request, context) =>
          answering(
            request,
            async () => {
              const { path, query } = splitUrl(request.url);
              const call = `POST ${query ? `${path}?${query}` : path}`;
              if (!passIn(request.headers.get(PASS_HEADER), call))
                throw forbidden("not-a-cell", "This call is for cells of the deployment.");
              const body = Buffer.from(await readBytes(request, { maxBytes: MAX_QUESTION_BYTES }));
              return successAnswer(new Answer(await answer(body, queryOf(query)).catch(refusedForm)));
            },
            context?.requestId,
          ),
      ],
    ]),
  );

/** What cells ask each other; nothing where the deployment is not divided. */
export const cellRoutes = (): [string, Routes][] =>
  cells() ? Object.entries(QUESTIONS).map(([path, question]) => [path, routeOf(question)]) : [];
