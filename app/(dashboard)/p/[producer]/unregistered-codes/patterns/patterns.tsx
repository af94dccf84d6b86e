"use client";

import { useTranslations } from "use-intl";
import { OfProducer } from "@/app/ui/of-producer";
import { PageHeader } from "@/app/ui/page-header";
import classes from "@/app/ui/section.module.css";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { ClaimForm } from "./claim-form";
import { PatternList } from "./pattern-list";
import own from "./patterns.module.css";
import { SuggestedPatterns } from "./suggested-patterns";

/** Claimed code patterns of the producer, suggestions, and the form that claims one. */
export function Patterns() {
  const t = useTranslations("codePatterns");
  const canEdit = useCan("editor");
  const { chosen } = useSignedIn();
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        back={{ href: "/unregistered-codes", label: t("back") }}
      />
      {chosen && chosen.sandboxOf !== null ? (
        <OfProducer producerId={chosen.sandboxOf} page="settings" />
      ) : (
        <>
          <div className={`${classes.sections} ${own.forms}`}>
            <SuggestedPatterns />
            {canEdit && <ClaimForm />}
          </div>
          <PatternList />
        </>
      )}
    </>
  );
}
