import { type ProducerQuery, type Refusal, sendFile } from "../../files/_upload/send";

const STATUS_OF = new Map([
  ["no-answer", 0],
  ["ours", 500],
]);

/** A refused upload in the shape of a refused call. */
class Refused extends Error {
  data: Record<string, unknown>;
  constructor({ code, detail }: Refusal) {
    super(detail);
    this.data = { httpStatus: STATUS_OF.get(code) ?? 400, detail, appCode: code };
  }
}

/** Upload a local file for a producer; returns the path of the stored file. */
export async function upload(file: File, producer: ProducerQuery): Promise<string> {
  const sent = await sendFile(file, producer, () => {}).done;
  if ("refusal" in sent) throw new Refused(sent.refusal);
  return `contents/${sent.id}`;
}
