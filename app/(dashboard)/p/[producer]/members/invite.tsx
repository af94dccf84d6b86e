"use client";

import { Radio, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { LOCALES } from "@/app/messages/locales";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { MadeInvitation } from "./made-invitation";
import { type Invited, ROLES, type Role } from "./types";

/** Each language in its own name. */
const NAME_OF = { en: "English", de: "Deutsch" };

type Invitee = { email: string; role: Role; locale: (typeof LOCALES)[number] };

interface InviteProps {
  /** Preselected role. */
  as: Role;
  invite: (invitee: Invitee) => Promise<Invited>;
  onClose: () => void;
}

type Made = Invited & { email: string };

/** Form that invites a person and shows the link once if it was not mailed. */
export function Invite({ as, invite, onClose }: InviteProps) {
  const t = useTranslations("members.invite");
  const [made, setMade] = useState<Made>();
  return (
    <Dialog opened onClose={onClose} title={t(made ? "madeTitle" : "title")} isShownOnce={Boolean(made)}>
      {made ? (
        <MadeInvitation invited={made} email={made.email} onDone={onClose} />
      ) : (
        <InviteForm as={as} invite={invite} onClose={onClose} onMade={setMade} />
      )}
    </Dialog>
  );
}

function InviteForm({ as, invite, onClose, onMade }: InviteProps & { onMade: (made: Made) => void }) {
  const t = useTranslations("members.invite");
  const tMembers = useTranslations("members");
  const tCommon = useTranslations("common");
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm<Invitee>({ initialValues: { email: "", role: as, locale: useLocale() } });
  const inviting = useMutation({
    mutationFn: invite,
    onSuccess: (invited, { email }) => onMade({ ...invited, email }),
    onError: (error) => setFailure(placeFaults(form, error)),
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        setFailure(undefined);
        inviting.mutate(values);
      })}
    >
      <Stack>
        <span>{t("text")}</span>
        <TextInput
          type="email"
          label={t("email")}
          required
          maxLength={254}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("email")}
        />
        <Radio.Group label={t("role")} {...form.getInputProps("role")}>
          <Stack gap="xs" mt="xs">
            {ROLES.toReversed().map((role) => (
              <Radio
                key={role}
                value={role}
                label={tCommon(`role.${role}`)}
                description={tMembers(`roleText.${role}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          label={t("language")}
          allowDeselect={false}
          data={LOCALES.map((locale) => ({ value: locale, label: NAME_OF[locale] }))}
          {...form.getInputProps("locale")}
        />
        <DialogFoot failure={failure} busy={inviting.isPending} action={t("submit")} onClose={onClose} />
      </Stack>
    </form>
  );
}
