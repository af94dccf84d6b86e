import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { DEFAULT_QUALITY } from "@/server/domain/contents/schema";
import { bundled, startNode } from "./child";
import { measureCores } from "./cpu";
import { eachOnceCandidate, FEW_CONNECTIONS, type Wish } from "./each-once";
import { httpCandidate } from "./http-candidate";
import { type Ipx, startIpx } from "./ipx";
import { type Nginx, startNginx } from "./nginx";
import { makePhoto, PHOTO } from "./photos";
import { type Comparison, report } from "./report";
import { alternate, type Candidate, type Plan, WARM_UP_SECONDS } from "./rounds";
import type { Producer, Service } from "./service";
import type { Bench } from "./setting";

/** Number of different photos; each is stored many times, since the service caches what it has made. */
const PHOTOS = 4;
const WIDTH = 320;
/** All widths nearby cost the same: JPEG is decoded at an eighth of a photo's size for each of them. */
const WIDTHS = Array.from({ length: 161 }, (_, n) => WIDTH - 80 + n);
const MAX_PER_SECOND = 150;
/** A disturbed round is measured again. */
const MAX_ATTEMPTS = 2;

const Created = z.object({ path: z.string() });
const Figures = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() });

const nameOf = (photo: number) => `photo-${(photo % PHOTOS) + 1}.jpg`;

/** All photos in one width, then in the next. */
function* wishesFor(photos: number): Generator<Wish> {
  for (const width of WIDTHS) for (let photo = 0; photo < photos; photo++) yield { photo, width };
}

/** Number of photos that a service needs so that no request repeats. */
function photosFor({ rounds, seconds }: Plan): number {
  const pictures = (WARM_UP_SECONDS + MAX_ATTEMPTS * rounds * seconds) * MAX_PER_SECOND;
  return Math.ceil(pictures / WIDTHS.length);
}

async function writePhotos(folder: string): Promise<Buffer[]> {
  await mkdir(folder);
  const photos: Buffer[] = [];
  for (let n = 0; n < PHOTOS; n++) {
    const photo = await makePhoto(n);
    await writeFile(path.join(folder, nameOf(n)), photo);
    photos.push(photo);
  }
  return photos;
}

async function post({ port }: Service, { token }: Producer, target: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v2${target}`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${target}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Creates items `photo-0` and so on, each with its own photo. */
async function makeItems(service: Service, producer: Producer, photos: Buffer[], count: number) {
  const encoded = photos.map((photo) => photo.toString("base64"));
  for (let n = 0; n < count; n++) {
    const data = encoded[n % PHOTOS];
    const kept = await post(service, producer, "/contents", { "content-type": "image/jpeg", data });
    const image = Created.parse(kept).path;
    await post(service, producer, "/items", { identifier: `photo-${n}`, image });
  }
}

/** sharp alone, in a separate process. */
async function sharpCandidate(photos: string): Promise<Candidate> {
  const { pid, process, failed } = await startNode("sharp", await bundled("sharp-baseline.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const files = Array.from({ length: PHOTOS }, (_, n) => path.join(photos, nameOf(n)));
  return {
    name: "sharp in process",
    async round(seconds) {
      const cores = measureCores({ load: "ended child", candidate: [pid], postmaster: undefined });
      const answer = once(process, "message");
      process.send({ files, widths: WIDTHS, quality: DEFAULT_QUALITY, seconds });
      const [message] = await Promise.race([answer, failed]);
      return { ...Figures.parse(message), cores: cores() };
    },
  };
}

const ipxCandidate = ({ port, pid }: Ipx, photos: number) =>
  eachOnceCandidate({
    name: "ipx, first",
    port,
    pids: [pid],
    wishes: wishesFor(photos),
    pathOf: ({ photo, width }) => `/w_${width},q_${DEFAULT_QUALITY}/${nameOf(photo)}`,
  });

const imageFilterCandidate = ({ port, pids }: Nginx, photos: number) =>
  eachOnceCandidate({
    name: "nginx image_filter, first",
    port,
    pids,
    wishes: wishesFor(photos),
    pathOf: ({ photo, width }) => `/scaled/${width}/${nameOf(photo)}`,
  });

/**
 * Compares thumbnails of photos: first requests with sharp alone and with other services, and repeated requests with
 * nginx and the same file.
 */
export const images: Bench = async ({ folder, database, service, producer, load, plan, profiled }) => {
  const files = path.join(folder, "photos");
  const photos = await writePhotos(files);
  const count = photosFor(plan);
  await makeItems(service, producer, photos, count + 1);

  const first = eachOnceCandidate({
    name: "assay, first",
    port: service.port,
    pids: [service.pid],
    wishes: wishesFor(count),
    pathOf: ({ photo, width }) => `/api/v2/items/photo-${photo}/thumbnail/${width}`,
  });
  // An item of which only this width is requested.
  const kept = `/api/v2/items/photo-${count}/thumbnail/${WIDTH}`;
  const again = httpCandidate(load, database.postmaster, {
    name: "assay, again",
    processes: [service],
    requests: [{ method: "GET", path: kept, headers: {} }],
  });
  if (profiled) return profiled([first, again]);

  const sharpAlone = await sharpCandidate(files);
  const candidates = [first, sharpAlone];
  const comparisons: Comparison[] = [{ of: first.name, to: sharpAlone.name, goal: 0.9 }];
  const compareFirst = (other: Candidate) => {
    candidates.push(other);
    comparisons.push({ of: first.name, to: other.name });
  };

  const thumbnail = await (await fetch(`http://127.0.0.1:${service.port}${kept}`)).bytes();
  await writeFile(path.join(files, "thumbnail.jpg"), thumbnail);
  const ipx = await startIpx(folder, files);
  const nginx = await startNginx(folder, files);
  if (ipx) compareFirst(ipxCandidate(ipx, count));
  if (nginx?.scales) compareFirst(imageFilterCandidate(nginx, count));
  candidates.push(again);
  if (nginx) {
    const sent = httpCandidate(load, undefined, {
      name: "nginx, the same file",
      processes: nginx.pids.map((pid) => ({ port: nginx.port, pid })),
      requests: [{ method: "GET", path: "/thumbnail.jpg", headers: {} }],
    });
    candidates.push(sent);
    comparisons.push({ of: again.name, to: sent.name, goal: 0.15 });
  }

  const measured = await alternate(candidates, plan);
  report({
    name: "images",
    database,
    plan,
    measured,
    comparisons,
    notes: {
      "connections where pictures are made": FEW_CONNECTIONS,
      "bytes of a photo": Math.round(photos.reduce((sum, { length }) => sum + length, 0) / PHOTOS),
      "pixels of a photo": `${PHOTO.width} x ${PHOTO.height}`,
      "bytes of the thumbnail": thumbnail.byteLength,
      ipx: ipx?.version ?? "not there",
      nginx: nginx ? `${nginx.version}${nginx.scales ? "" : ", without image_filter"}` : "not there",
    },
  });
};
