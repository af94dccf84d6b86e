"use client";

import { useMutation } from "@tanstack/react-query";
import { signIn } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";

export interface Beginning {
  email: string;
  password: string;
  isDemoWanted: boolean;
}

/** Signs in for the first time, and asks for the demo where it is wanted. */
export function useBeginning() {
  const seedDemo = useMutation(useTRPC().setUp.seedDemo.mutationOptions());
  return useMutation({
    mutationFn: async ({ email, password, isDemoWanted }: Beginning) => {
      const refusal = await signIn(email, password);
      if (refusal !== undefined) throw new Error(refusal);
      // Whether it grows is seen, and it can be asked for again.
      if (isDemoWanted) await seedDemo.mutateAsync().catch(() => undefined);
    },
  });
}
