import { z } from "zod";

/** Numbers of bytes are exact up to here, far beyond any disk. */
const MAX_QUOTA_BYTES = 2 ** 50;

const QuotaBytes = z.number().int().min(0).max(MAX_QUOTA_BYTES);

/** The quotas that an admin sets for a producer. */
export const Quotas = z.object({ producerId: z.string(), fileBytes: QuotaBytes, recordBytes: QuotaBytes });
export type Quotas = z.output<typeof Quotas>;
