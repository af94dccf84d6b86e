import type { z } from "zod";
import type { Group } from "@/db/schema/groups";
import { isProducer, type Viewer } from "@/server/core/caller";
import { publicDescription } from "@/server/domain/shared/visibility";
import type { GroupEnvelope } from "./schema";

/** A group as its producer sees it, or reduced to its public fields. */
export function groupView(group: Group, caller: Viewer): z.input<typeof GroupEnvelope> {
  const isOwner = isProducer(caller, group.producerId);
  const hidden = <T>(value: T | null) => (isOwner ? (value ?? undefined) : undefined);
  const shown = isOwner ? group : publicDescription(group);
  return {
    id: group.id,
    data: {
      title: shown.title ?? undefined,
      image: hidden(shown.image),
      data: shown.data,
      verificationinfos: shown.verificationinfos,
      _created: hidden(group.createdAt.getTime()),
      _updated: hidden(group.updatedAt.getTime()),
      _owner: hidden(group.producerId),
    },
  };
}
