"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";

interface DeleteButtonProps {
  words: { action: string; title: string; text: string; done: string };
  /** The list that is shown afterwards. */
  href: string;
  remove: () => Promise<unknown>;
  /** Reloads what showed the object. */
  refresh: () => Promise<unknown>;
}

/** Button that deletes the object of a page after a question, and returns to its list. */
export function DeleteButton({ words, href, remove, refresh }: DeleteButtonProps) {
  const router = useRouter();
  const toast = useToast();
  const [opened, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={17} aria-hidden />} onClick={dialog.open}>
        {words.action}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={words.title}
        action={words.action}
        danger
        onConfirm={async () => {
          await remove();
          toast.done(words.done);
          router.push(href);
          await refresh();
        }}
      >
        {words.text}
      </ConfirmDialog>
    </>
  );
}
