import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Starts the check or the run of an import, and refreshes the page. */
export function useSteps(id: string) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const refresh = () => client.invalidateQueries(trpc.imports.pathFilter());
  // Both may be a job, which the top bar shows, and a run changes items.
  const options = { onSuccess: () => client.invalidateQueries(trpc.pathFilter()), onError: toast.failed };
  const scope = { id: `import ${id}` };
  const check = useMutation(trpc.imports.check.mutationOptions({ ...options, scope }));
  const run = useMutation(trpc.imports.run.mutationOptions(options));
  return {
    check: () => check.mutate({ id }),
    isChecking: check.isPending,
    run: () => run.mutateAsync({ id }),
    isRunning: run.isPending,
    refresh,
    scope,
  };
}
