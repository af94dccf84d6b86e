import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { ResetPassword } from "./reset-password";

export const generateMetadata = (): Promise<Metadata> => pageTitle("auth", "reset.title");

export default async function ResetPasswordPage({ params }: { params: Promise<{ secret: string }> }) {
  return <ResetPassword secret={decodeURIComponent((await params).secret)} />;
}
