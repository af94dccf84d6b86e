import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { type ListPageProps, Prefetched } from "@/app/request/prefetched";
import { Words } from "@/app/ui/words";
import { baseMapVersion } from "./_map/base-map-version";
import { dayAt, daysOf, USUAL_RANGE } from "./_map/days";
import { areaOf, mapQueries, WORLD_VIEW } from "./_map/queries";
import { ScansOnMap } from "./scans-on-map";

export const generateMetadata = (): Promise<Metadata> => pageTitle("map");

export default async function MapPage(props: ListPageProps) {
  return (
    <Words of={["map", "scans", "items", "cases"]}>
      <Prefetched
        {...props}
        ask={({ client, trpc: { map }, now }) => {
          const days = daysOf(dayAt(now), USUAL_RANGE);
          const of = mapQueries(map);
          return [
            client.prefetchQuery(of.days(days)),
            client.prefetchQuery(of.countries(days)),
            client.prefetchQuery(of.cells(areaOf(WORLD_VIEW), days)),
          ];
        }}
      >
        <ScansOnMap version={await baseMapVersion()} />
      </Prefetched>
    </Words>
  );
}
