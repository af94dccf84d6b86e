import type { Metadata } from "next";
import { pageTitle } from "@/app/request/page-title";
import { canMail } from "@/server/platform/mail";
import { ForgotPassword } from "./forgot-password";

export const generateMetadata = (): Promise<Metadata> => pageTitle("auth", "forgot.title");
/** Whether there is a mail server is known when the process runs. */
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return <ForgotPassword canMail={canMail} />;
}
