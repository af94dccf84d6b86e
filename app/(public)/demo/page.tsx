import { Button, Progress } from "@mantine/core";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { PublicFrame } from "@/app/ui/public-frame";
import { type PublicDemo, shownDemo } from "@/server/web/demo/shown-demo";
import { landingWords } from "../_landing/words";
import { OpenWhenReady } from "./open-when-ready";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await landingWords();
  return { title: t("demo.title") };
}

const REFUSALS = ["busy", "away"] as const;

async function State({ demo, refused }: { demo: PublicDemo; refused: string | undefined }) {
  const { t } = await landingWords();
  const refusal = REFUSALS.find((one) => one === refused);
  const said = demo.state === "underWay" ? demo.state : (refusal ?? demo.state);
  return (
    <>
      <p role={said === "failed" || refusal ? "alert" : "status"}>{t(`demo.${said}`)}</p>
      {demo.state === "underWay" ? (
        <>
          <noscript>
            <meta httpEquiv="refresh" content="3" />
          </noscript>
          <Progress value={demo.percent} size="md" aria-label={t("demo.progress")} />
        </>
      ) : (
        <Button type="submit">{t(said === "ready" || said === "none" ? "demo.open" : "demo.again")}</Button>
      )}
    </>
  );
}

interface DemoPageProps {
  searchParams: Promise<{ refused?: string | string[] }>;
}

/** The progress of the demo while it is created, and why it could not be opened. */
export default async function DemoPage({ searchParams }: DemoPageProps) {
  await connection();
  const demo = await shownDemo();
  if (!demo) notFound();
  const { t } = await landingWords();
  const refused = [(await searchParams).refused ?? []].flat()[0];
  return (
    <PublicFrame>
      <h1>{t("demo.title")}</h1>
      <OpenWhenReady isReady={demo.state === "ready"} isUnderWay={demo.state === "underWay"}>
        <State demo={demo} refused={refused} />
      </OpenWhenReady>
      <p>
        <a href="/">{t("demo.back")}</a>
      </p>
    </PublicFrame>
  );
}
