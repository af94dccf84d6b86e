const DONE = ["place", "late", "report"] as const;

/** What has just been done by a form of the page. */
export type Done = (typeof DONE)[number];

/** What the address of a page says was done just before. */
export const doneIn = (request: Request): Done | undefined => {
  const told = new URL(request.url).searchParams.get("done");
  return DONE.find((done) => done === told);
};
