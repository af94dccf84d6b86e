"use client";

import { Button, Stack, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { isIn, NEXT, type State, UNDECIDED_STATES } from "@/server/domain/cases/schema";
import { SHAPE_OF } from "../case-state";
import type { OneCase } from "../types";

type Step = Exclude<State, "new">;

/** The words of a step: to investigate a decided case again is to reopen it. */
const wordOf = (from: State, to: Step) =>
  to === "investigating" && !isIn(UNDECIDED_STATES, from) ? "reopen" : to;

/** Buttons that move a case to the states that may follow, with an optional reason. */
export function Moves({ found }: { found: OneCase }) {
  const t = useTranslations("cases.move");
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [step, setStep] = useState<Step>("investigating");
  const steps = NEXT[found.state].filter((one) => one !== "new");
  return (
    <>
      {steps.map((one, at) => {
        const Shape = SHAPE_OF[one];
        return (
          <Button
            key={one}
            variant={
              at === 0 && one !== "investigating"
                ? "filled"
                : found.state === "new" && at === 0
                  ? "filled"
                  : "default"
            }
            leftSection={<Shape size={17} aria-hidden />}
            onClick={() => {
              setStep(one);
              setOpenings((before) => before + 1);
              setOpen(true);
            }}
          >
            {t(wordOf(found.state, one))}
          </Button>
        );
      })}
      <MoveDialog
        // Remounted for each opening, so that its fields start anew.
        key={openings}
        found={found}
        step={step}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

interface MoveDialogProps {
  found: OneCase;
  step: Step;
  opened: boolean;
  onClose: () => void;
}

function MoveDialog({ found: { id, state }, step, opened, onClose }: MoveDialogProps) {
  const t = useTranslations("cases");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState("");
  const move = useMutation(trpc.cases.move.mutationOptions());
  const word = wordOf(state, step);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`move.title.${word}`)}
      action={t(`move.${word}`)}
      onConfirm={async () => {
        await move.mutateAsync({ id, state: step, text });
        toast.done(t("move.done", { state: t(`state.${step}`) }));
        await client.invalidateQueries(trpc.cases.pathFilter());
      }}
    >
      <Stack gap="md">
        <div>{t(`move.text.${word}`)}</div>
        <Textarea
          label={`${t("move.note")} (${tCommon("optional")})`}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </ConfirmDialog>
  );
}
