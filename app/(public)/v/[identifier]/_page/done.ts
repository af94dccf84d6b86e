const DONE = ["place", "late", "report", "activation", "link", "ended", "owned"] as const;

/** The form that was just submitted. */
export type Done = (typeof DONE)[number];

/** The submitted form named in the address. */
export const doneIn = (request: Request): Done | undefined => {
  const named = new URL(request.url).searchParams.get("done");
  return DONE.find((done) => done === named);
};
