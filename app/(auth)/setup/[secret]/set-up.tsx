"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import { Card } from "../../card";
import { LinkClosed } from "../../link-closed";
import { Waiting } from "../../waiting";
import { Finished, type FirstSecrets } from "./finished";
import { SetUpForm } from "./set-up-form";
import { useBeginning } from "./use-beginning";

/** First page of a new service: the person with the set-up link becomes its admin. */
export function SetUp({ secret }: { secret: string }) {
  const t = useTranslations("auth.setUp");
  const [made, setMade] = useState<FirstSecrets>();
  const begin = useBeginning();
  // Never refetched: the first step closes the link while the page still needs it.
  const open = useQuery({
    ...useTRPC().setUp.isOpen.queryOptions({ secret }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (made)
    return (
      <Finished
        made={made}
        beginning={begin}
        onAgain={() => begin.variables && begin.mutate(begin.variables)}
      />
    );
  if (open.isPending) return <Waiting fields={4} />;
  if (open.isError) return <LoadFailed error={open.error} onRetry={() => open.refetch()} />;
  if (!open.data)
    return <LinkClosed title={t("closedTitle")} text={t("closedText")} toLogin={t("toLogin")} />;
  return (
    <Card title={t("title")} lead={t("lead")} wide>
      <SetUpForm
        secret={secret}
        onMade={(secrets, beginning) => {
          setMade(secrets);
          begin.mutate(beginning);
        }}
      />
    </Card>
  );
}
