"use client";

import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import { Prints } from "../_prints/prints";

/** All prints of the producer. */
export function AllPrints() {
  const t = useTranslations("labels.prints");
  const tItems = useTranslations("items");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        back={{ href: "/items", label: tItems("title") }}
      />
      <Prints filter={{}} />
    </>
  );
}
