import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createRenderer } from "@assay/scan-map/renderer";
import { territoryAt } from "@/server/platform/place";
import type { MapBenchJob, MapFigures } from "./map";

const renderer = createRenderer({ baseMap: path.resolve("public/map"), territoryAt });

/** A separate process, so that its CPU time is only that of drawing; see `map.ts`. */
process.once("message", async ({ places, rounds }: MapBenchJob) => {
  const cold = cpuSince({ user: 0, system: 0 });
  const [first] = places;
  if (!first) throw new Error("The job has no maps.");
  renderer.load();
  const loaded = cpuSince({ user: 0, system: 0 }) - cold;
  const firstPicture = await measured(() => renderer.draw(first.map));
  const figures: MapFigures = {
    startMs: cold,
    loadMs: loaded,
    firstPictureMs: firstPicture.ms,
    places: [],
    rssMb: 0,
  };
  // A warm-up that compiles the code, as in a running service. The images are not cached.
  for (const { map } of places) await renderer.draw(map);
  for (const { name, map } of places) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      // Leaves time to collect the garbage of the previous image.
      await wait(20);
      const { ms, value } = await measured(() => renderer.draw(map));
      times.push(ms);
      bytes = value.png.length;
    }
    figures.places.push({ name, times, bytes });
  }
  figures.rssMb = process.memoryUsage().rss / 1024 / 1024;
  process.send?.(figures);
  process.disconnect();
});

const cpuSince = (before: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

async function measured<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const before = process.cpuUsage();
  const value = await work();
  return { ms: cpuSince(before), value };
}
