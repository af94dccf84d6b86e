"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { Card } from "./card";

/** What the page of a link says that does not work, or no longer. */
export function LinkClosed({ title, text, toLogin }: { title: string; text: string; toLogin: string }) {
  return (
    <Card title={title} lead={text}>
      <Button component={Link} href="/login" variant="default" prefetch={false}>
        {toLogin}
      </Button>
    </Card>
  );
}
