import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageTitle } from "@/app/request/page-title";
import { currentSignedIn } from "@/app/request/request";
import { nextPath } from "@/app/ui/next-path";
import { env } from "@/server/platform/env";
import { Login } from "./login";
import { SecondStep } from "./second-step";

export const generateMetadata = (): Promise<Metadata> => pageTitle("auth", "login.title");

interface LoginPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function LoginPage({ searchParams }: LoginPageProps) {
  const { next: wanted, error, password, step } = await searchParams;
  const next = nextPath(wanted);
  const person = (await currentSignedIn())?.person;
  // Visitors of the public demo have no account, and may sign in with one.
  if (person && !person.isDemoVisitor) redirect(next);
  const elsewhere = env.OIDC_ISSUER && env.OIDC_CLIENT_ID ? env.OIDC_NAME : undefined;
  if (step === "second-factor") return <SecondStep next={next} />;
  return (
    <Login
      next={next}
      isReturning={wanted !== undefined}
      elsewhere={elsewhere}
      refusedElsewhere={error !== undefined}
      hasNewPassword={password === "saved"}
    />
  );
}
