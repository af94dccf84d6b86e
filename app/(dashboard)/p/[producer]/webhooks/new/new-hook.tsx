"use client";

import { Button, Group, JsonInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { parseAsString } from "nuqs";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { Link, useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { SecretOnce } from "@/app/ui/secret-once";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { objectOf } from "../object-of";
import type { HookTarget } from "../types";
import { Receivers } from "../verify/receivers";
import type { Receiver } from "../verify/webhooks-doc";
import { EventField } from "./event-field";
import classes from "./new-hook.module.css";
import { TargetField, type TargetKind } from "./target-field";

type Values = {
  kind: TargetKind;
  id: string | null;
  url: string;
  events: string[];
  data: string;
};

const targetOf = ({ kind, id }: Values): HookTarget =>
  kind === "item" ? { item: id ?? "" } : kind === "group" ? { group: id ?? "" } : "producer";

/** Form that creates a webhook and shows its secret once. */
export function NewHook({ receivers }: { receivers: Receiver[] }) {
  const t = useTranslations("webhooks");
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const [made, setMade] = useState<{ id: string; secret: string; url: string }>();
  return (
    <>
      <PageHeader
        title={t(made ? "create.madeTitle" : "create.title")}
        description={made ? t("create.madeLead", { url: made.url }) : canEdit && t("create.lead")}
        back={{ href: "/webhooks", label: t("create.back") }}
      />
      {made ? (
        <Made {...made} receivers={receivers} />
      ) : canEdit ? (
        <HookForm onMade={setMade} />
      ) : (
        !isEditor && <p>{t("page.viewerHint")}</p>
      )}
    </>
  );
}

interface MadeProps {
  id: string;
  secret: string;
  receivers: Receiver[];
}

function Made({ id, secret, receivers }: MadeProps) {
  const t = useTranslations("webhooks.create");
  const tVerify = useTranslations("webhooks.verify");
  const router = useRouter();
  return (
    <div className={classes.form}>
      <div className={classes.part}>
        <SecretOnce secret={secret} what={t("signingSecret")} onKept={() => router.push(`/webhooks/${id}`)} />
        <h2 className={classes.verify}>{tVerify("title")}</h2>
        <Receivers of={receivers} />
        <Link href="/webhooks/verify" target="_blank">
          {tVerify("more")}
        </Link>
      </div>
    </div>
  );
}

const FILTERS = { item: parseAsString, group: parseAsId };

function HookForm({ onMade }: { onMade: (made: { id: string; secret: string; url: string }) => void }) {
  const t = useTranslations("webhooks.create");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const id = useRef<HTMLInputElement>(null);
  const events = useRef<HTMLInputElement>(null);
  const data = useRef<HTMLTextAreaElement>(null);
  const [{ item, group }] = useAddressFilters(FILTERS);
  const form = useForm<Values>({
    initialValues: {
      kind: item ? "item" : group ? "group" : "producer",
      id: item ?? group,
      url: "",
      events: [],
      data: "",
    },
    validate: {
      id: (id, { kind }) => (kind !== "producer" && !id ? t("pickFirst") : null),
      events: (events) => (events.length === 0 ? t("chooseEvents") : null),
      data: (text) => (objectOf(text) === null ? t("dataFault") : null),
    },
  });
  const create = useMutation(
    trpc.hooks.create.mutationOptions({
      onSuccess: ({ id, secret, data }) => {
        void queryClient.invalidateQueries(trpc.hooks.pathFilter());
        onMade({ id, secret, url: data.url });
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );

  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => {
          setFailure(undefined);
          const data = objectOf(values.data);
          create.mutate({
            target: targetOf(values),
            url: values.url.trim(),
            events: values.events.join(","),
            ...(data ? { data } : {}),
          });
        },
        (faults) => {
          const first = faults.id ? id : faults.events ? events : data;
          first.current?.focus();
        },
      )}
    >
      <div className={classes.part}>
        <TextInput
          type="url"
          label={t("url")}
          description={t("urlHint")}
          placeholder="https://example.com/hooks"
          required
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("url")}
        />
        <div>
          <div className={classes.groupLabel} aria-hidden>
            {t("target")}
          </div>
          <TargetField
            kind={form.values.kind}
            id={form.values.id}
            inputRef={id}
            error={form.errors.id}
            onChange={(kind, id) =>
              form.setValues({ kind, id, ...(kind === form.values.kind ? {} : { events: [] }) })
            }
          />
        </div>
      </div>
      <EventField
        of={form.values.kind}
        value={form.values.events}
        onChange={(chosen) => form.setFieldValue("events", chosen)}
        error={form.errors.events}
        inputRef={events}
      />
      <div className={classes.part}>
        <JsonInput
          ref={data}
          label={t("data")}
          description={t("dataHint")}
          placeholder={'{"system": "shop"}'}
          autosize
          minRows={2}
          maxRows={12}
          {...form.getInputProps("data")}
        />
        <FormFailure>{failure}</FormFailure>
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t("submit")}
          </Button>
        </Group>
      </div>
    </form>
  );
}
