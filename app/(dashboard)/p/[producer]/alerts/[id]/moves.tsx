"use client";

import { Button, Stack, Textarea } from "@mantine/core";
import { IconBellOff, IconCircleCheck, IconEye } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { BEFORE, STEPS, type Step } from "@/server/domain/alerts/schema";
import type { OneAlert } from "../types";

const SHAPE_OF = { acknowledged: IconEye, confirmed: IconCircleCheck, falseAlarm: IconBellOff };
const MAX_CHARACTERS = 2000;

/** Buttons that move an alert to its next state, with an optional note. */
export function Moves({ alert }: { alert: OneAlert }) {
  const t = useTranslations("alerts.move");
  const [openStep, setOpenStep] = useState<Step>();
  // The dialog keeps its text while it fades out.
  const [lastStep, setLastStep] = useState<Step>("acknowledged");
  const [openings, setOpenings] = useState(0);
  const open = (step: Step) => {
    setOpenStep(step);
    setLastStep(step);
    setOpenings((before) => before + 1);
  };
  return (
    <>
      {STEPS.filter((step) => BEFORE[step] === alert.state).map((step) => {
        const Shape = SHAPE_OF[step];
        return (
          <Button
            key={step}
            variant={step === "falseAlarm" ? "default" : "filled"}
            leftSection={<Shape size={17} aria-hidden />}
            onClick={() => open(step)}
          >
            {t(step)}
          </Button>
        );
      })}
      <MoveDialog
        // Remounted for each opening, so that its fields start anew.
        key={openings}
        id={alert.id}
        step={lastStep}
        opened={openStep !== undefined}
        onClose={() => setOpenStep(undefined)}
      />
    </>
  );
}

interface MoveDialogProps {
  id: string;
  step: Step;
  opened: boolean;
  onClose: () => void;
}

function MoveDialog({ id, step, opened, onClose }: MoveDialogProps) {
  const t = useTranslations("alerts.move");
  const tCommon = useTranslations("common");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState("");
  const move = useMutation(trpc.alerts.move.mutationOptions());
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`title.${step}`)}
      action={t(step)}
      onConfirm={async () => {
        await move.mutateAsync({ id, state: step, text });
        toast.done(t(`done.${step}`));
        await client.invalidateQueries(trpc.alerts.pathFilter());
      }}
    >
      <Stack gap="md">
        <div>{t(`text.${step}`)}</div>
        <Textarea
          label={`${t("note")} (${tCommon("optional")})`}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_CHARACTERS}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </ConfirmDialog>
  );
}
