import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { currentSignedIn } from "@/app/request/request";
import { addressFor } from "@/app/ui/home";
import { publicBaseUrl } from "@/server/platform/env";
import { offeredDemo } from "@/server/web/demo/shown-demo";
import { codeIn } from "./_landing/code-in";
import { Landing } from "./_landing/landing";
import { landingWords } from "./_landing/words";
import { pagePath } from "./v/[identifier]/_page/paths";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await landingWords();
  return { description: t("lead") };
}

interface LandingPageProps {
  searchParams: Promise<{ code?: string | string[] }>;
}

/** Landing page. Its field for a code is a form that works without script: the code comes in the query. */
export default async function LandingPage({ searchParams }: LandingPageProps) {
  // Rendered for each request, because a build does not know the base URL of its deployment.
  await connection();
  const text = [(await searchParams).code ?? []].flat()[0];
  const code = text === undefined ? undefined : codeIn(text, new URL(publicBaseUrl).origin);
  if (code && "identifier" in code) redirect(pagePath(code.identifier));
  const signedIn = await currentSignedIn();
  if (signedIn) redirect(await addressFor(signedIn));
  return (
    <Landing baseUrl={publicBaseUrl} typed={text ?? ""} fault={code?.fault} demo={await offeredDemo()} />
  );
}
