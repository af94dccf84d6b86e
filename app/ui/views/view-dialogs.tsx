"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../confirm-dialog";
import { Dialog } from "../dialog";
import { useRouter } from "../link";
import { useToast } from "../toast";
import { useTRPC } from "../trpc";
import type { Asked } from "./asked";
import { viewHref } from "./query";
import type { View, Views } from "./use-views";
import { ViewForm } from "./view-form";

interface ViewDialogsProps {
  asked: Asked;
  views: Views;
  onClose: () => void;
}

/** Dialogs of the menu of views: save, rename, delete. */
export default function ViewDialogs({ asked, views, onClose }: ViewDialogsProps) {
  const t = useTranslations("common.views");
  if (asked.kind === "delete") return <DeleteView view={asked.view} views={views} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t(asked.kind === "save" ? "saveTitle" : "renameTitle")}>
      <ViewForm asked={asked} views={views} onClose={onClose} />
    </Dialog>
  );
}

function DeleteView({ view, views, onClose }: { view: View } & Pick<ViewDialogsProps, "views" | "onClose">) {
  const t = useTranslations("common.views");
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const queryClient = useQueryClient();
  const remove = useMutation(trpc.views.delete.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("deleteAsk", { name: view.name })}
      action={t("delete")}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ id: view.id });
        toast.done(t("deleted", { name: view.name }));
        // The list keeps showing what it shows.
        router.push(viewHref(views.path, views.asked));
        await queryClient.invalidateQueries(trpc.views.pathFilter());
      }}
    >
      {t(view.isShared ? "deleteShared" : "deletePrivate")}
    </ConfirmDialog>
  );
}
