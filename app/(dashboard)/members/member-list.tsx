"use client";

import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { MemberActions } from "./member-actions";
import classes from "./members.module.css";
import { RoleSelect } from "./role-select";
import { isActiveOwner } from "./types";

/** The members, and what each of them may do. */
export function MemberList() {
  const t = useTranslations("members");
  const { person } = useSignedIn();
  const section = useRef<HTMLElement>(null);
  const query = useQuery(useTRPC().members.list.queryOptions());
  const owners = query.data?.filter(isActiveOwner).length ?? 0;
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
            cell: (member) => (
              <RoleSelect member={member} isLastOwner={isActiveOwner(member) && owners === 1} />
            ),
          },
          {
            key: "lastSignIn",
            header: t("lastSignIn"),
            width: "8.5rem",
            from: "sm",
            cell: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : t("never")),
          },
          {
            key: "since",
            header: t("since"),
            width: "8.5rem",
            from: "lg",
            cell: ({ since }) => <Moment at={since} />,
          },
          {
            key: "actions",
            header: t("actions"),
            width: "5.5rem",
            align: "end",
            cell: (member) =>
              member.personId !== person.id && (
                <MemberActions member={member} onRemoved={() => section.current?.focus()} />
              ),
          },
        ]}
      />
    </section>
  );
}
