"use client";

import { Button, Group } from "@mantine/core";
import { IconMailOpened } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { parseAsString } from "nuqs";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { MadeInvitation } from "@/app/(dashboard)/p/[producer]/members/made-invitation";
import { LOCALES } from "@/app/messages/locales";
import { useAddressFilters } from "@/app/ui/address-filters";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { DataList } from "@/app/ui/data-list";
import { Dialog } from "@/app/ui/dialog";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment, useNowRoughly } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import classes from "../people/people.module.css";

type Admin = inferRouterOutputs<AppRouter>["admin"];
type Invitation = Admin["invitations"]["entries"][number];
type Sent = Admin["resendInvitation"];

const FILTERS = { q: parseAsString.withDefault("") };

/** Open invitations of all producers. */
export function Invitations() {
  const t = useTranslations("admin.invitations");
  const tRole = useTranslations("common.role");
  const now = useNowRoughly();
  const [{ q }, setFilters] = useAddressFilters(FILTERS);
  const [openDialog, setOpenDialog] = useState<{ action: "revoke" | "resend"; invitation: Invitation }>();
  const [sent, setSent] = useState<Sent>();
  const search = q.trim().slice(0, 200);
  const query = useInfiniteQuery({
    ...useTRPC().admin.invitations.infiniteQueryOptions(
      { search: search || undefined, limit: 50 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <search className={classes.filters}>
        <SearchInput label={t("search")} value={q} onChange={(value) => setFilters({ q: value })} />
      </search>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        filtered={search !== ""}
        onClearFilters={() => setFilters({ q: null })}
        empty={
          <EmptyState icon={IconMailOpened} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "email",
            header: t("email"),
            cell: ({ email }) => <span className={classes.email}>{email}</span>,
          },
          {
            key: "producer",
            header: t("producer"),
            width: "9rem",
            cell: ({ producerId, producerName }) => (
              <Link href={`/admin/producers/${producerId}`}>{producerName}</Link>
            ),
          },
          { key: "role", header: t("role"), width: "6.5rem", cell: ({ role }) => tRole(role) },
          {
            key: "by",
            header: t("invitedBy"),
            from: "lg",
            width: "9.5rem",
            cell: ({ invitedBy, createdAt }) => (
              <>
                {invitedBy ?? t("formerMember")}
                <div className={classes.dim}>
                  <Moment at={createdAt} />
                </div>
              </>
            ),
          },
          {
            key: "until",
            header: t("expires"),
            width: "9rem",
            from: "sm",
            cell: ({ expiresAt }) => (expiresAt.getTime() <= now ? t("expired") : <Moment at={expiresAt} />),
          },
          {
            key: "actions",
            header: t("actions"),
            width: "16rem",
            align: "end",
            cell: (invitation) => (
              <Group gap="xs" justify="flex-end">
                {!invitation.isSuspended && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t("resendOf", { email: invitation.email })}
                    onClick={() => setOpenDialog({ action: "resend", invitation })}
                  >
                    {t("resend")}
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t("revokeOf", { email: invitation.email })}
                  onClick={() => setOpenDialog({ action: "revoke", invitation })}
                >
                  {t("revoke")}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {openDialog?.action === "revoke" && (
        <Revoke invitation={openDialog.invitation} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog?.action === "resend" && (
        <Resend
          invitation={openDialog.invitation}
          onClose={() => setOpenDialog(undefined)}
          onSent={setSent}
        />
      )}
      {sent && <SentAgain sent={sent} onClose={() => setSent(undefined)} />}
    </>
  );
}

interface DialogProps {
  invitation: Invitation;
  onClose: () => void;
}

function Revoke({ invitation: { id, email }, onClose }: DialogProps) {
  const t = useTranslations("admin.invitations");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const revoke = useMutation(trpc.admin.revokeInvitation.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("revokeTitle")}
      action={t("revokeAction")}
      danger
      onConfirm={async () => {
        await revoke.mutateAsync({ invitationId: id });
        toast.done(t("revoked", { email }));
        await queryClient.invalidateQueries(trpc.admin.invitations.pathFilter());
      }}
    >
      {t("revokeText", { email })}
    </ConfirmDialog>
  );
}

function Resend({
  invitation: { id, email },
  onClose,
  onSent,
}: DialogProps & { onSent: (sent: Sent) => void }) {
  const t = useTranslations("admin.invitations");
  const locale = useLocale();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const resend = useMutation(trpc.admin.resendInvitation.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("resendTitle")}
      action={t("resendAction")}
      onConfirm={async () => {
        onSent(await resend.mutateAsync({ invitationId: id, locale: LOCALES.find((one) => one === locale) }));
        await queryClient.invalidateQueries(trpc.admin.invitations.pathFilter());
      }}
    >
      {t("resendText", { email })}
    </ConfirmDialog>
  );
}

/** Shows the link once if it was not mailed. An accidental click must not close the dialog. */
function SentAgain({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const t = useTranslations("members.invite");
  return (
    <Dialog opened onClose={onClose} title={t("madeTitle")} isShownOnce>
      <MadeInvitation invited={sent} email={sent.email} onDone={onClose} />
    </Dialog>
  );
}
