"use client";

import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** Why a form was not taken, above its buttons; nothing where there is nothing to say. */
export function FormFailure({ children }: { children?: ReactNode }) {
  if (!children) return null;
  return (
    <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
      {children}
    </Alert>
  );
}
