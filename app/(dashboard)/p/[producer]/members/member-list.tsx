"use client";

import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { type Column, DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useCan, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { MemberActions } from "./member-actions";
import classes from "./members.module.css";
import { RoleSelect } from "./role-select";
import { isActiveOwner, type Member } from "./types";

/** Members and their roles. */
export function MemberList() {
  const t = useTranslations("members");
  const tRole = useTranslations("common.role");
  const { person } = useSignedIn();
  const canDecide = useCan("owner");
  const section = useRef<HTMLElement>(null);
  const query = useQuery(useTRPC().members.list.queryOptions());
  const owners = query.data?.filter(isActiveOwner).length ?? 0;
  const actions: Column<Member> = {
    key: "actions",
    header: t("actions"),
    hideHeader: true,
    width: "5.5rem",
    align: "end",
    cell: (member) =>
      member.personId !== person.id && (
        <MemberActions member={member} onRemoved={() => section.current?.focus()} />
      ),
  };
  return (
    <section ref={section} tabIndex={-1} aria-label={t("title")}>
      <DataList
        label={t("title")}
        query={wholeListOf(query, (members) => members)}
        rowId={({ personId }) => personId}
        rowName={({ name }) => name}
        empty={<EmptyState icon={IconUsers} title={t("title")} />}
        columns={[
          {
            key: "name",
            header: t("name"),
            cell: ({ personId, name, disabledAt }) => (
              <span>
                <span className={classes.name} title={name}>
                  {name}
                </span>
                {personId === person.id && <span className={classes.dimmed}> ({t("you")})</span>}
                {disabledAt && <span className={classes.dimmed}> · {t("disabled")}</span>}
              </span>
            ),
          },
          {
            key: "email",
            header: t("email"),
            cell: ({ email }) => <span title={email}>{email}</span>,
          },
          {
            key: "role",
            header: t("role"),
            width: "9.5rem",
            cell: (member) =>
              canDecide ? (
                <RoleSelect member={member} isLastOwner={isActiveOwner(member) && owners === 1} />
              ) : (
                tRole(member.role)
              ),
          },
          {
            key: "lastSignIn",
            header: t("lastSignIn"),
            width: "9.5rem",
            from: "sm",
            cell: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : t("never")),
          },
          {
            key: "since",
            header: t("since"),
            width: "9rem",
            from: "lg",
            cell: ({ since }) => <Moment at={since} />,
          },
          ...(canDecide ? [actions] : []),
        ]}
      />
    </section>
  );
}
