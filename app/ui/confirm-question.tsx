"use client";

import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "./dialog";
import { useFailureText } from "./failure";

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, and what cannot be undone. */
  children?: ReactNode;
  /** Label of the button: "Delete group". */
  action: string;
  /** Text to type before an irreversible action: the name or id of the object. */
  word?: string;
  danger?: boolean;
  /** Whether the fields of the dialog are filled in. */
  isReady?: boolean;
  /** Performs the action. The dialog closes on success and shows a failure. */
  onConfirm: () => Promise<unknown>;
}

/** The window of a confirmation. */
export default function ConfirmQuestion({ opened, onClose, title, ...rest }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      // The dialog stays open while the action runs, so that a refusal can be shown.
      onClose={() => !busy && onClose()}
      title={title}
      isBusy={busy}
    >
      {/* Remounted for each opening, so that typed text and failures do not persist. */}
      {opened && <Question onClose={onClose} busy={busy} onBusy={setBusy} {...rest} />}
    </Dialog>
  );
}

function Question({
  onClose,
  children,
  action,
  word,
  danger = false,
  isReady = true,
  onConfirm,
  busy,
  onBusy,
}: Omit<ConfirmDialogProps, "opened" | "title"> & { busy: boolean; onBusy: (busy: boolean) => void }) {
  const t = useTranslations("common");
  const failureText = useFailureText();
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<string>();
  const mayGoOn = isReady && (word === undefined || typed.trim() === word);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!mayGoOn || busy) return;
    onBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      onBusy(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children && <div>{children}</div>}
        {word !== undefined && (
          <TextInput
            label={t("confirm.type", { word })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {failure && (
          <Alert color="red" variant="outline" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={busy} disabled={!mayGoOn} {...(danger ? { color: "red.9" } : {})}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
