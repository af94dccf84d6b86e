"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconEdit, IconTrash, IconUserPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { CasePerson, OneCase } from "../types";
import classes from "./case-page.module.css";
import { PersonDialog } from "./person-dialog";

/** People outside the producer whom a case is about or who help with it. */
export function People({ found: { id, people } }: { found: OneCase }) {
  const t = useTranslations("cases.people");
  const canEdit = useCan("editor");
  const [edited, setEdited] = useState<CasePerson | "new">();
  const [removed, setRemoved] = useState<CasePerson>();
  return (
    <section aria-label={t("title")}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t("title")}</h2>
        {canEdit && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconUserPlus size={15} aria-hidden />}
            onClick={() => setEdited("new")}
          >
            {t("add")}
          </Button>
        )}
      </div>
      {people.length === 0 && <p className={classes.dim}>{t("none")}</p>}
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.id}>
            <div>
              <strong>{person.name}</strong> <span className={classes.dim}>{t(`roles.${person.role}`)}</span>
              {person.contact && <p>{person.contact}</p>}
              {person.note && <p className={classes.dim}>{person.note}</p>}
            </div>
            {canEdit && (
              <span className={classes.buttons}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`${t("edit")}: ${person.name}`}
                  onClick={() => setEdited(person)}
                >
                  <IconEdit size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`${t("remove")}: ${person.name}`}
                  onClick={() => setRemoved(person)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <PersonDialog
          caseId={id}
          person={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && <Removal caseId={id} person={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  );
}

function Removal({ caseId, person, onClose }: { caseId: string; person: CasePerson; onClose: () => void }) {
  const t = useTranslations("cases.people");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const remove = useMutation(trpc.cases.removePerson.mutationOptions());
  const { id: personId, name } = person;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("removeTitle", { name })}
      action={t("remove")}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ id: caseId, personId });
        toast.done(t("removed"));
        await client.invalidateQueries(trpc.cases.pathFilter());
      }}
    >
      {t("removeText", { name })}
    </ConfirmDialog>
  );
}
