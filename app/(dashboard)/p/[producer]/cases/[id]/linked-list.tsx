"use client";

import { ActionIcon } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import type { Column } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import type { ListQuery } from "@/app/ui/list-query";
import { ShortList } from "@/app/ui/short-list";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { LinkName } from "@/server/domain/cases/schema";
import { SHAPE_OF_LINK } from "./link-shapes";

interface Link {
  id: number;
  addedAt: Date;
  addedBy: string;
}

/** Column with the button that removes a link; absent for viewers. */
function useRemoval<Row extends Link>(caseId: string, kind: LinkName): Column<Row>[] {
  const t = useTranslations("cases.linked");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const canEdit = useCan("editor");
  const unlink = useMutation(
    trpc.cases.unlink.mutationOptions({
      onSuccess: async ({ removed }) => {
        toast.done(t("removed", { count: removed }));
        await client.invalidateQueries(trpc.cases.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  if (!canEdit) return [];
  return [
    {
      key: "remove",
      header: t("remove"),
      hideHeader: true,
      width: "3.5rem",
      cell: ({ id }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("remove")}
          title={t("remove")}
          disabled={unlink.isPending}
          onClick={() => unlink.mutate({ id: caseId, kind, linkIds: [id] })}
        >
          <IconLinkOff size={17} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
}

interface LinkedListProps<Row extends Link> {
  caseId: string;
  kind: LinkName;
  label: string;
  query: ListQuery<Row>;
  rowName: (row: Row) => string;
  href?: (row: Row) => string;
  columns: Column<Row>[];
}

/** List of the links of one kind, each with a button that removes it. */
export function LinkedList<Row extends Link>({
  caseId,
  kind,
  label,
  columns,
  ...rest
}: LinkedListProps<Row>) {
  const t = useTranslations("cases.linked");
  const removal = useRemoval<Row>(caseId, kind);
  return (
    <ShortList
      label={label}
      rowId={({ id }) => String(id)}
      usualRows={3}
      empty={<EmptyState icon={SHAPE_OF_LINK[kind]} title={t(`none.${kind}`)} />}
      columns={[...columns, ...removal]}
      {...rest}
    />
  );
}
