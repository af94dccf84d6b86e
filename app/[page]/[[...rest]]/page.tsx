import { notFound, redirect } from "next/navigation";
import { currentSignedIn } from "@/app/request/request";
import { addressFor } from "@/app/ui/home";
import { isProducerPage } from "@/app/ui/producer-pages";

interface Props {
  params: Promise<{ page: string; rest?: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const pairsOf = ([name, value]: [string, string | string[] | undefined]) =>
  [value ?? []].flat().map((each): [string, string] => [name, each]);

/** Redirects old addresses without a producer to the producer's page. */
export default async function WithoutProducer({ params, searchParams }: Props) {
  const { page, rest = [] } = await params;
  // Below `/map` are the files of the base map.
  if (!isProducerPage(page) || (page === "map" && rest.length > 0)) notFound();
  const query = new URLSearchParams(Object.entries(await searchParams).flatMap(pairsOf));
  const path = `/${[page, ...rest].join("/")}${query.size > 0 ? `?${query}` : ""}`;
  const signedIn = await currentSignedIn();
  redirect(signedIn ? await addressFor(signedIn, path) : `/login?next=${encodeURIComponent(path)}`);
}
