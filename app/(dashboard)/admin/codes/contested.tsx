"use client";

import { Button, Skeleton, Textarea } from "@mantine/core";
import { IconUserQuestion } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usePatternWords } from "@/app/(dashboard)/p/[producer]/unregistered-codes/patterns/pattern-words";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import classes from "./contested.module.css";

type Contested = inferRouterOutputs<AppRouter>["admin"]["contestedPatterns"][number];
type Decision = "award" | "reject";

interface DecideProps {
  claim: Contested;
  decision: Decision;
  onClose: () => void;
}

function Decide({ claim: { id, text, producerName: producer }, decision, onClose }: DecideProps) {
  const t = useTranslations("admin.codes.contested");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [note, setNote] = useState("");
  const decide = useMutation(trpc.admin.decidePattern.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`${decision}Title`, { text, producer })}
      action={t(decision)}
      danger={decision === "reject"}
      onConfirm={async () => {
        await decide.mutateAsync({ id, decision, note });
        toast.done(t("done"));
        await queryClient.invalidateQueries(trpc.admin.contestedPatterns.pathFilter());
      }}
    >
      <p>{t(`${decision}Text`, { producer })}</p>
      <Textarea
        label={t("note")}
        description={t("noteHint")}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
      />
    </ConfirmDialog>
  );
}

const ProducerLink = ({ producerId, producerName }: { producerId: string; producerName: string }) => (
  <Link href={`/admin/producers/${producerId}`}>{producerName || producerId}</Link>
);

function Claim({ claim, onDecide }: { claim: Contested; onDecide: (decision: Decision) => void }) {
  const t = useTranslations("admin.codes.contested");
  const words = usePatternWords();
  const { kind, text, examples, rivals, identifiers } = claim;
  return (
    <li className={classes.claim}>
      <h2 className={classes.code}>{text}</h2>
      <p>{words(kind, text)}</p>
      <dl className={classes.facts}>
        <dt>{t("by")}</dt>
        <dd>
          <ProducerLink {...claim} />
        </dd>
        <dt>{t("examples")}</dt>
        {examples.length === 0 && <dd>{t("noExamples")}</dd>}
        {examples.map((one) => (
          <dd key={one} className={classes.code}>
            {one}
          </dd>
        ))}
        {rivals.length > 0 && <dt>{t("claims")}</dt>}
        {rivals.map((rival) => (
          <dd key={rival.id}>
            <strong className={classes.code}>{rival.text}</strong> ({words(rival.kind, rival.text)}) ·{" "}
            <ProducerLink {...rival} /> · {t(rival.state === "active" ? "states.active" : "states.contested")}{" "}
            · {t(rival.isBroader ? "broader" : "loses")}
          </dd>
        ))}
        {identifiers.length > 0 && <dt>{t("identifiers")}</dt>}
        {identifiers.map((one) => (
          <dd key={one.identifier}>
            <span className={classes.code}>{one.identifier}</span> · <ProducerLink {...one} />
          </dd>
        ))}
      </dl>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onDecide("reject")} aria-label={`${t("reject")}: ${text}`}>
          {t("reject")}
        </Button>
        <Button onClick={() => onDecide("award")} aria-label={`${t("award")}: ${text}`}>
          {t("award")}
        </Button>
      </div>
    </li>
  );
}

/** Contested claims of code patterns: both sides, what they share, and the decision. */
export function ContestedClaims() {
  const t = useTranslations("admin.codes");
  const [open, setOpen] = useState<{ claim: Contested; decision: Decision }>();
  const query = useQuery(useTRPC().admin.contestedPatterns.queryOptions());
  if (query.isLoadingError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height="20rem" />;
  if (query.data.length === 0)
    return (
      <EmptyState icon={IconUserQuestion} title={t("contested.none.title")}>
        {t("contested.none.text")}
      </EmptyState>
    );
  return (
    <>
      <ul className={classes.claims} aria-label={t("claims")}>
        {query.data.map((claim) => (
          <Claim key={claim.id} claim={claim} onDecide={(decision) => setOpen({ claim, decision })} />
        ))}
      </ul>
      {open && <Decide {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
