"use client";

import { Alert, Button } from "@mantine/core";
import { IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { IdCopy } from "@/app/ui/id-copy";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { Entries, Part } from "../../producers/[id]/part";
import partClasses from "../../producers/[id]/producer.module.css";
import classes from "../people.module.css";
import { PersonState } from "../person-state";
import type { OnePerson } from "../types";
import { type PersonAction, PersonActionDialog } from "./act-dialog";
import { PasswordLink } from "./password-link";

/** One person: account, memberships and the actions for admins. */
export function Person({ id }: { id: string }) {
  const t = useTranslations("admin.person");
  return (
    <Detail
      query={useQuery(useTRPC().admin.person.queryOptions({ personId: id }))}
      title={t("tab")}
      back={{ href: "/admin/people", label: t("back") }}
      missing={{ icon: IconUserOff, title: t("missing") }}
      waiting={<Waiting heights={["14rem"]} />}
    >
      {(person) => <Found person={person} />}
    </Detail>
  );
}

/** Actions that the account's state permits. Admins cannot disable themselves. */
function actsOf({ isAdmin, disabledAt, factors }: OnePerson, isOwn: boolean): PersonAction[] {
  if (disabledAt) return ["enablePerson"];
  return [
    "signOutPerson",
    ...(factors > 0 ? (["removeFactors"] as const) : []),
    isAdmin ? "unmakeAdmin" : "makeAdmin",
    ...(isOwn ? [] : (["disablePerson"] as const)),
  ];
}

function Found({ person }: { person: OnePerson }) {
  const t = useTranslations("admin.person");
  const tRole = useTranslations("common.role");
  const isOwn = useSignedIn().person.id === person.id;
  const [isLinking, setLinking] = useState(false);
  const [confirming, setConfirming] = useState<PersonAction>();
  const { id, name, email, createdAt, disabledAt, lastSignInAt, signsInBy, memberships } = person;
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: "/admin/people", label: t("back") }}
        badges={<PersonState person={person} />}
        description={
          <>
            {t.rich("created", { at: () => <Moment at={createdAt} exact /> })} ·{" "}
            <IdCopy id={id} what={t("theId")} />
          </>
        }
        actions={[
          ...(disabledAt || signsInBy === "provider"
            ? []
            : [
                <Button key="link" variant="default" onClick={() => setLinking(true)}>
                  {t("passwordLink.open")}
                </Button>,
              ]),
          ...actsOf(person, isOwn).map((action) => (
            <Button
              key={action}
              variant={action === "disablePerson" ? "filled" : "default"}
              {...(action === "disablePerson" ? { color: "red.9" } : {})}
              onClick={() => setConfirming(action)}
            >
              {t(`${action}.open`)}
            </Button>
          )),
        ]}
      />
      {isOwn && (
        <Alert variant="outline" color="accent" mb="md">
          {t("you")}
        </Alert>
      )}
      <div className={partClasses.parts}>
        <Part title={t("facts")}>
          <dl className={classes.facts}>
            <dt>{t("email")}</dt>
            <dd>{email}</dd>
            <dt>{t("signsInBy")}</dt>
            <dd>{t(`by.${signsInBy}`)}</dd>
            <dt>{t("factors")}</dt>
            <dd>{person.factors}</dd>
            <dt>{t("signIn")}</dt>
            <dd>{lastSignInAt ? <Moment at={lastSignInAt} exact /> : t("never")}</dd>
          </dl>
        </Part>
        <Part title={t("memberships")} count={memberships.length}>
          <Entries
            of={memberships}
            keyOf={({ producerId }) => producerId}
            none={t("none")}
            name={({ producerId, producerName }) => (
              <Link href={`/admin/producers/${producerId}`}>{producerName}</Link>
            )}
            says={({ role, closedAt }) => `${tRole(role)}${closedAt ? ` · ${t("closed")}` : ""}`}
          />
        </Part>
      </div>
      <PasswordLink person={person} opened={isLinking} onClose={() => setLinking(false)} />
      {confirming && (
        <PersonActionDialog person={person} action={confirming} onClose={() => setConfirming(undefined)} />
      )}
    </>
  );
}
