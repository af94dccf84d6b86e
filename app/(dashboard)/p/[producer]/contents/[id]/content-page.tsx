"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconDownload, IconFiles, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Elsewhere } from "@/app/ui/elsewhere";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf, useFailureText } from "@/app/ui/failure";
import { Link, useRouter } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { isScaled, Thumbnail } from "../thumbnail";
import classes from "./content-page.module.css";
import { Facts } from "./facts";
import { Preview } from "./preview";
import type { OneContent } from "./types";
import { UsedBy } from "./used-by";

const GONE = new Set([403, 404]);

function Back() {
  const t = useTranslations("files.one");
  return (
    <Link href="/contents" className={classes.back}>
      <IconArrowLeft size={14} aria-hidden /> {t("back")}
    </Link>
  );
}

function Delete({ content: { id, data, uses } }: { content: OneContent }) {
  const t = useTranslations("files.one");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const remove = useMutation(trpc.contents.delete.mutationOptions());
  const name = data.name || id;
  const count = uses.items.length + uses.groups.length;
  const onConfirm = async () => {
    await remove.mutateAsync({ id });
    toast.done(t("deleted", { name }));
    router.push("/contents");
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
        {data._scan && <p className={classes.ask}>{t("deleteScan")}</p>}
      </ConfirmDialog>
    </>
  );
}

/** Page of one file: preview, facts and uses. */
export function ContentPage({ id }: { id: string }) {
  const t = useTranslations("files.one");
  const failureText = useFailureText();
  const canEdit = useCan("editor");
  const query = useQuery(useTRPC().contents.get.queryOptions({ id }));
  if (query.isPending)
    return (
      <div aria-busy>
        <PageHeader title={<Skeleton width="min(20rem, 80%)" height="1.75rem" />} back={<Back />} />
        <div className={classes.halves}>
          <Skeleton height="26rem" />
          <Skeleton height="26rem" />
        </div>
      </div>
    );
  if (query.isError)
    return (
      <>
        <PageHeader title={t("tab")} back={<Back />} />
        {GONE.has(failureOf(query.error).status) ? (
          <Elsewhere kind="content" id={id}>
            <EmptyState icon={IconFiles} title={t("missing")}>
              {failureText(query.error)}
            </EmptyState>
          </Elsewhere>
        ) : (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    );
  const content = query.data;
  const { data } = content;
  return (
    <>
      <PageHeader
        title={data.name || t("unnamed")}
        description={data.description}
        back={<Back />}
        actions={
          <>
            {canEdit && <Delete content={content} />}
            <Button
              component="a"
              href={`/api/v2/contents/${content.id}`}
              download={data.name || content.id}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t("download")}
            </Button>
          </>
        }
      />
      <div className={classes.halves}>
        {isScaled(data["content-type"]) ? (
          <Preview content={content} />
        ) : (
          <section className={classes.noPreview} aria-label={t("preview")}>
            <Thumbnail id={content.id} type={data["content-type"]} />
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
