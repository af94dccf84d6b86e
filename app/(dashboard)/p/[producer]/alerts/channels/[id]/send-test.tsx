"use client";

import { Alert, Button, Stack } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { useTRPC } from "@/app/ui/trpc";

/** Button that sends a test message, and shows what the receiver answered. */
export function SendTest({ id }: { id: string }) {
  const t = useTranslations("alerts.channels.test");
  const failureText = useFailureText();
  const send = useMutation(useTRPC().alertChannels.sendTest.mutationOptions());
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={17} aria-hidden />}
        loading={send.isPending}
        onClick={() => send.mutate({ id })}
      >
        {t("send")}
      </Button>
      <Dialog opened={send.isSuccess || send.isError} onClose={send.reset} title={t("title")}>
        <Stack>
          {send.data && (
            <Alert
              color={send.data.isDone ? "teal" : "red"}
              title={t(send.data.isDone ? "done" : "failed")}
              style={{ overflowWrap: "anywhere" }}
            >
              {t("answer", { answer: send.data.answer })}
            </Alert>
          )}
          <FormFailure>{send.isError && failureText(send.error)}</FormFailure>
        </Stack>
      </Dialog>
    </>
  );
}
