"use client";

import { Button, Skeleton, TagsInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConflictDialog } from "@/app/ui/conflict-dialog";
import { LoadFailed } from "@/app/ui/load-failed";
import { usePhotoName } from "@/app/ui/photo-name";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { DEFAULT_PHOTOS, MAX_PHOTOS } from "@/server/core/inspecting";
import type { Present } from "@/server/trpc/unless-stale";

/** What inspectors are asked to photograph, which owners decide. */
export function GuidedPhotos() {
  const t = useTranslations("inspections.guided");
  const query = useQuery(useTRPC().inspections.photos.queryOptions());
  return (
    <Section title={t("title")}>
      <p className={classes.dimmed}>{t("text")}</p>
      {query.isLoadingError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <PhotosForm kept={query.data} />
      ) : (
        <Skeleton height="8rem" />
      )}
    </Section>
  );
}

function PhotosForm({ kept: found }: { kept: { photos: string[]; version: string } }) {
  const t = useTranslations("inspections.guided");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canChange = useCan("owner");
  const nameOf = usePhotoName();
  // A translated name stands for the photo that is translated for each inspector.
  const photoNamed = (name: string) => DEFAULT_PHOTOS.find((one) => nameOf(one) === name) ?? name;
  const [kept, setKept] = useState(found);
  const [photos, setPhotos] = useState(found.photos);
  const [present, setPresent] = useState<Present<string[]>>();
  const change = useMutation(
    trpc.inspections.setPhotos.mutationOptions({
      onSuccess: (outcome) => {
        if ("present" in outcome) return setPresent(outcome.present);
        queryClient.setQueryData(trpc.inspections.photos.queryKey(), outcome.saved);
        setKept(outcome.saved);
        toast.done(t("saved"));
      },
    }),
  );
  const save = (version: string) => change.mutateAsync({ photos, version }).catch(toast.failed);
  const resolve = ({ state, version }: Present<string[]>, taken: ReadonlySet<string>) => {
    setPresent(undefined);
    setKept({ photos: state, version });
    if (taken.has("photos")) setPhotos(state);
    else void save(version);
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(kept.version);
      }}
    >
      <TagsInput
        label={t("photos")}
        description={canChange ? t("hint") : t("change")}
        placeholder={photos.length < MAX_PHOTOS ? t("placeholder") : ""}
        maxTags={MAX_PHOTOS}
        maxLength={40}
        disabled={!canChange}
        value={photos.map(nameOf)}
        onChange={(names) => setPhotos(names.map(photoNamed))}
      />
      {present && (
        <ConflictDialog
          saved={present}
          differences={[{ field: "photos", suggested: "mine" }]}
          show={() => ({
            label: t("photos"),
            mine: photos.map(nameOf).join(", "),
            theirs: present.state.map(nameOf).join(", "),
          })}
          onClose={() => setPresent(undefined)}
          onChoose={(taken) => resolve(present, taken)}
        />
      )}
      {canChange && (
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={photos.join("\n") === kept.photos.join("\n")}
        >
          {t("save")}
        </Button>
      )}
    </form>
  );
}
