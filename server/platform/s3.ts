const CONNECT_TIMEOUT_MS = 2_000;
const IDLE_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;
const MAX_SOCKETS = 50;

/** An S3 service; the SDK finds the credentials itself (`AWS_ACCESS_KEY_ID` and so on). */
export interface S3Service {
  /** A service other than Amazon's, addressed by path. */
  endpoint: string | undefined;
  region: string;
}

/** Opens a client, whose calls have three attempts with limits on each. */
export async function openS3({ endpoint, region }: S3Service, responseTimeoutMs: number) {
  // Imported on demand: a deployment with folders never loads the SDK.
  const { paginateListObjectsV2, S3 } = await import("@aws-sdk/client-s3");
  const client = new S3({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    // Other S3 services may not know the checksums that the SDK adds by default; the signature covers the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: responseTimeoutMs,
      // Without this, the SDK only warns.
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  return { client, paginateListObjectsV2 };
}

/** Only a missing key is an absent object: a missing bucket is a 404 too, and would make every object look lost. */
export function emptyIfAbsent(error: unknown): { Body?: undefined } {
  if (error instanceof Error && error.name === "NoSuchKey") return {};
  throw error;
}
