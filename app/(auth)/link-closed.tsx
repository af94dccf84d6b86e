"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { Card } from "./card";

/** Page for a link that is invalid, used or expired. */
export function LinkClosed({ title, text, toLogin }: { title: string; text: string; toLogin: string }) {
  return (
    <Card title={title} lead={text}>
      <Button component={Link} href="/login" variant="default" prefetch={false}>
        {toLogin}
      </Button>
    </Card>
  );
}
