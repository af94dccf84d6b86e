import { z } from "zod";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { offeredCases } from "@/server/domain/inspections/case";
import { inspectionsOfCase, inspectionsOfCode, inspectionsOfScan } from "@/server/domain/inspections/list";
import { recordInspection } from "@/server/domain/inspections/record";
import { GuidedPhotos, NewInspection } from "@/server/domain/inspections/schema";
import { guidedPhotosOf, setGuidedPhotos, versionOfPhotos } from "@/server/domain/inspections/settings";
import { Version } from "@/server/domain/shared/version";
import { limit } from "@/server/http/limits";
import { inspectorProcedure, ownerProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const ById = z.object({ id: z.guid() });

const photosAndVersion = (photos: string[]) => ({ photos, version: versionOfPhotos(photos) });

export const inspectionsRouter = router({
  /** What a device keeps to inspect offline: what to photograph, and the open cases to choose from. */
  kit: inspectorProcedure.query(async ({ ctx }) => ({
    photos: await guidedPhotosOf(ctx),
    cases: await offeredCases(ctx),
  })),

  /** Records an inspection once for each key, with its scan. Photos are sent after it (`/api/dashboard/inspections/photos`). */
  record: inspectorProcedure.input(NewInspection).mutation(async ({ ctx, input }) => {
    await limit("scans of this item", `${ctx.membership.sandbox} ${input.code.slice(0, 200)}`);
    const { id, verdict, isRegistered, caseId } = await recordInspection(ctx, input);
    return { id, verdict, isRegistered, caseId };
  }),

  ofScan: viewerProcedure.input(ById).query(({ ctx, input }) => inspectionsOfScan(ctx, input.id)),

  ofCode: viewerProcedure
    .input(z.object({ code: z.string().min(1).max(200) }))
    .query(({ ctx, input }) => inspectionsOfCode(ctx, input.code)),

  ofCase: viewerProcedure.input(ById).query(({ ctx, input }) => inspectionsOfCase(ctx, input.id)),

  photos: viewerProcedure.query(async ({ ctx }) => photosAndVersion(await guidedPhotosOf(ctx))),

  setPhotos: ownerProcedure.input(GuidedPhotos.extend({ version: Version })).mutation(({ ctx, input }) =>
    unlessStale(
      async () => {
        await setGuidedPhotos(ctx, input, input.version);
        return photosAndVersion(input.photos);
      },
      async () => {
        const { photos: state, version } = photosAndVersion(await guidedPhotosOf(ctx));
        const { producerId } = ctx.membership;
        const of = { producerId, kind: "producer", id: producerId, changes: "guidedPhotosChanged" } as const;
        return { state, version, ...(await lastChangeOf(ctx, of)) };
      },
    ),
  ),
});
