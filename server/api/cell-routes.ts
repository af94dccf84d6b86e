import { z } from "zod";
import { ACCEPT_PATH, ARRIVE_PATH, DROP_PATH, SETTLE_PATH } from "@/server/cells/move";
import { ASK_PATH, Asked, tellPlaces } from "@/server/cells/places";
import {
  Acceptance,
  Arrival,
  accept,
  beginArrival,
  drop,
  receiveRows,
  settle,
  takeFile,
} from "@/server/cells/receive";
import { FILE_PATH, ROWS_PATH } from "@/server/cells/send";
import { forbidden } from "@/server/core/errors";
import { CLAIMS_PATH, Claim, tellTaken } from "@/server/domain/items/taken-elsewhere";
import { Answer } from "@/server/http/answer";
import { queryOf, splitUrl } from "@/server/http/input";
import { answering, successAnswer } from "@/server/http/respond";
import { cells, PASS_HEADER, passIn } from "@/server/platform/cells";
import { runtime } from "@/server/runtime/runtime";
import { type Routes, routesOf } from "./route";

/** A question of another cell, which has signed it. */
type Question = (body: Request, query: Record<string, string>) => Promise<unknown>;

const OfProducer = z.object({ producerId: z.guid() });
const Rows = z.object({ producer: z.guid(), table: z.string() });
const File = z.object({ producer: z.guid(), id: z.uuid() });

const nothing = async (done: Promise<void>) => {
  await done;
  return {};
};

const QUESTIONS: Record<string, Question> = {
  [ASK_PATH]: async (body) => tellPlaces(Asked.parse(await body.json())),
  [CLAIMS_PATH]: async (body) => tellTaken(runtime().database, Claim.parse(await body.json())),
  [ARRIVE_PATH]: async (body) => nothing(beginArrival(Arrival.parse(await body.json()))),
  [ROWS_PATH]: async (body, query) => {
    const { producer, table } = Rows.parse(query);
    return receiveRows(producer, table, await body.text());
  },
  [FILE_PATH]: async (body, query) => {
    const { producer, id } = File.parse(query);
    return nothing(takeFile(producer, id, new Uint8Array(await body.arrayBuffer())));
  },
  [ACCEPT_PATH]: async (body) => nothing(accept(Acceptance.parse(await body.json()))),
  [SETTLE_PATH]: async (body) => nothing(settle(OfProducer.parse(await body.json()).producerId)),
  [DROP_PATH]: async (body) => nothing(drop(OfProducer.parse(await body.json()).producerId)),
};

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
              return successAnswer(new Answer(await answer(request, queryOf(query))));
            },
            context?.requestId,
          ),
      ],
    ]),
  );

/** What cells ask each other; nothing where the deployment is not divided. */
export const cellRoutes = (): [string, Routes][] =>
  cells() ? Object.entries(QUESTIONS).map(([path, question]) => [path, routeOf(question)]) : [];
