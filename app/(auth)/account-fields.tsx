"use client";

import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { NewPasswordInput } from "@/app/ui/new-password-input";
import { PasswordStrength } from "@/app/ui/password-strength";

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

interface AccountFieldsProps<Values extends NewAccount> {
  form: UseFormReturnType<Values>;
  nameLabel: string;
  passwordLabel: string;
  /** The e-mail field, or the fixed address that replaces it. */
  children: ReactNode;
}

/** Fields of a new account; rates the password while it is typed. */
export function AccountFields<Values extends NewAccount>({
  form,
  nameLabel,
  passwordLabel,
  children,
}: AccountFieldsProps<Values>) {
  const known = [form.useWatchValue("email"), form.useWatchValue("name")];
  return (
    <>
      <TextInput
        label={nameLabel}
        autoComplete="name"
        required
        withAsterisk={false}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      {children}
      <div>
        <NewPasswordInput
          label={passwordLabel}
          withAsterisk={false}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <PasswordStrength password={form.useWatchValue("password")} known={known} />
      </div>
    </>
  );
}
