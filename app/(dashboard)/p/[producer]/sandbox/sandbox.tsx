"use client";

import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import { useSignedIn } from "@/app/ui/signed-in";
import { EmptySandbox } from "./empty-sandbox";
import { OpenSandbox } from "./open-sandbox";
import { Simulator } from "./simulator";

/** In a producer, the way into its sandbox; in a sandbox, the scan simulator. */
export function Sandbox() {
  const t = useTranslations("sandbox");
  const { chosen } = useSignedIn();
  if (!chosen) return null;
  if (chosen.sandboxOf === null)
    return (
      <>
        <PageHeader title={t("title")} description={t("lead")} />
        <OpenSandbox role={chosen.role} />
      </>
    );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("inside")}
        actions={chosen.role === "owner" && <EmptySandbox />}
      />
      <Simulator mayPlay={chosen.role !== "viewer"} />
    </>
  );
}
