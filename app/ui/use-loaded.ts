"use client";

import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { useToast } from "./toast";

/** A component whose code is loaded once it is wanted, and then stays; undefined until then. A failure is shown and reported. */
export function useLoaded<Props>(
  isWanted: boolean,
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFailed?: () => void,
): ComponentType<Props> | undefined {
  const toast = useToast();
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const failed = useEffectEvent((reason: unknown) => {
    toast.failed(reason);
    onFailed?.();
  });
  useEffect(() => {
    if (isWanted) load().then(({ default: loaded }) => setLoaded(() => loaded), failed);
  }, [isWanted, load]);
  return Loaded;
}
