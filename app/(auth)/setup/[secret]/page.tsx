import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { SetUp } from "./set-up";

export const generateMetadata = (): Promise<Metadata> => pageTitle("auth", "setUp.title");

export default async function SetUpPage({ params }: { params: Promise<{ secret: string }> }) {
  return <SetUp secret={decodeURIComponent((await params).secret)} />;
}
