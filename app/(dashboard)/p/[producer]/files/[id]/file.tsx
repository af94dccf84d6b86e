"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconFiles, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Detail, Waiting } from "@/app/ui/detail";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { forgetStored } from "../_upload/store";
import { isScaled, Thumbnail } from "../thumbnail";
import type { OneContent } from "../types";
import { Facts } from "./facts";
import classes from "./file.module.css";
import { Preview } from "./preview";
import { UsedBy } from "./used-by";

function Delete({ content: { id, name: given, scanId, uses } }: { content: OneContent }) {
  const t = useTranslations("files.one");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(trpc.contents.delete.mutationOptions());
  const name = given || id;
  const count = uses.items.length + uses.groups.length;
  const onConfirm = async () => {
    await remove.mutateAsync({ id });
    forgetStored([id]);
    toast.done(t("deleted", { name }));
    router.push("/files");
    client.removeQueries(trpc.contents.get.queryFilter({ id }));
    void client.invalidateQueries(trpc.contents.list.pathFilter());
    void client.invalidateQueries(trpc.producers.current.queryFilter());
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("deleteAction")}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t("deleteTitle")}
        action={t("deleteAction")}
        danger
        onConfirm={onConfirm}
      >
        <p className={classes.ask}>{t("deleteText", { name })}</p>
        {count > 0 && (
          <p className={classes.ask}>{t(uses.more ? "deleteUsedMore" : "deleteUsed", { count })}</p>
        )}
        {scanId && <p className={classes.ask}>{t("deleteScan")}</p>}
      </ConfirmDialog>
    </>
  );
}

/** Page of one file: preview, facts and uses. */
export function ContentPage({ id }: { id: string }) {
  const t = useTranslations("files.one");
  return (
    <Detail
      query={useQuery(useTRPC().contents.get.queryOptions({ id }))}
      title={t("tab")}
      back={{ href: "/files", label: t("back") }}
      missing={{ icon: IconFiles, title: t("missing"), as: { kind: "content", id } }}
      waiting={
        <div className={classes.halves}>
          <Waiting heights={["26rem"]} />
          <Waiting heights={["26rem"]} />
        </div>
      }
    >
      {(content) => <Found content={content} />}
    </Detail>
  );
}

function Found({ content }: { content: OneContent }) {
  const t = useTranslations("files.one");
  const canEdit = useCan("editor");
  const { id, name, description, contentType } = content;
  return (
    <>
      <PageHeader
        title={name || t("unnamed")}
        description={description}
        back={{ href: "/files", label: t("back") }}
        actions={
          <>
            {canEdit && <Delete content={content} />}
            <Button
              component="a"
              href={`/api/v2/contents/${id}`}
              download={name || id}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t("download")}
            </Button>
          </>
        }
      />
      <div className={classes.halves}>
        {isScaled(contentType) ? (
          <Preview content={content} />
        ) : (
          <section className={classes.noPreview} aria-label={t("preview")}>
            <Thumbnail id={id} type={contentType} />
            <p>{t("noPreview")}</p>
          </section>
        )}
        <div className={classes.side}>
          <Facts content={content} />
          <UsedBy content={content} />
        </div>
      </div>
    </>
  );
}
