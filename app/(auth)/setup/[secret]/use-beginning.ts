"use client";

import { useMutation } from "@tanstack/react-query";
import { signIn } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";

export interface Beginning {
  email: string;
  password: string;
  isDemoWanted: boolean;
}

/** Sign in for the first time and request demo data if wanted. */
export function useBeginning() {
  const seedDemo = useMutation(useTRPC().setUp.seedDemo.mutationOptions());
  return useMutation({
    mutationFn: async ({ email, password, isDemoWanted }: Beginning) => {
      const refusal = await signIn(email, password);
      if (refusal !== undefined) throw new Error(refusal);
      // A failure is safe to ignore: the next page shows the progress and offers a retry.
      if (isDemoWanted) await seedDemo.mutateAsync().catch(() => undefined);
    },
  });
}
