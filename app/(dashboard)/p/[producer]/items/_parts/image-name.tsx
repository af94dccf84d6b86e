"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/app/ui/link";
import { useTRPC } from "@/app/ui/trpc";
import { contentIdIn } from "./picture";

/** Name of an image, linked to its file; the text of the field for an image that is none of the producer's files. */
export function ImageName({ image }: { image: string }) {
  const id = contentIdIn(image);
  const { data, isLoading } = useQuery({
    ...useTRPC().contents.get.queryOptions({ id: id ?? "" }),
    enabled: id !== undefined,
  });
  if (isLoading) return <Skeleton component="span" display="inline-block" width="8rem" height="1em" />;
  return <span>{data ? <Link href={`/files/${data.id}`}>{data.name || image}</Link> : image}</span>;
}
