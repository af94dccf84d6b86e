interface Answer {
  data?: { path?: unknown };
  status?: unknown;
  detail?: unknown;
  code?: unknown;
  requestId?: unknown;
  errors?: unknown;
}

/** A refused upload, told as refused calls are. */
class Refused extends Error {
  data: Record<string, unknown>;
  constructor({ status, detail, code, requestId, errors }: Answer) {
    super(typeof detail === "string" ? detail : "");
    this.data = { httpStatus: status, detail, appCode: code, requestId, errors };
  }
}

/** Keeps a file of this device as a content; answers its path. */
export async function upload(file: File): Promise<string> {
  const answer = await fetch(`/api/dashboard/contents?${new URLSearchParams({ name: file.name })}`, {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream" },
    body: file,
  });
  const body: Answer = await answer.json().catch(() => ({}));
  if (!answer.ok || typeof body.data?.path !== "string")
    throw new Refused({ ...body, status: answer.status });
  return body.data.path;
}
