import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const NONCE_BYTES = 18;
const TWO_YEARS_SECONDS = 63_072_000;

/** Pages and files of the inspection app, which reads codes with WebAssembly and the camera (decision 0084). */
const isOfInspection = (path: string) => /^\/inspect(-files)?(\/|\?|$)/.test(path);

interface PolicyOptions {
  dev: boolean;
  /** Whether the page may compile WebAssembly. */
  wasm?: boolean;
}

/** The content security policy of a page. `style-src-attr`: rendered pages contain sizes in style attributes. */
export function contentSecurityPolicy(nonce: string, { dev, wasm = false }: PolicyOptions): string {
  return [
    "default-src 'self'",
    // React rebuilds the server's stack traces with eval in development.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${wasm ? " 'wasm-unsafe-eval'" : ""}${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export interface PageHeaders {
  dev: boolean;
  /** Whether the public address of the service uses https. */
  https: boolean;
}

/**
 * Sets the headers that protect a page: on the response for browsers, and on the request for Next, which adds the policy's
 * nonce to its scripts. `x-assay-path` tells pages the requested path.
 */
export function protectPage(
  request: IncomingMessage,
  response: ServerResponse,
  { dev, https }: PageHeaders,
): void {
  const isInspecting = isOfInspection(request.url ?? "/");
  const policy = contentSecurityPolicy(randomBytes(NONCE_BYTES).toString("base64"), {
    dev,
    wasm: isInspecting,
  });
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  request.headers["x-assay-path"] = request.url ?? "/";
  response.setHeader("content-security-policy", policy);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "same-origin");
  response.setHeader(
    "permissions-policy",
    `camera=(${isInspecting ? "self" : ""}), geolocation=(self), microphone=()`,
  );
  response.setHeader("cross-origin-opener-policy", "same-origin");
  if (https) response.setHeader("strict-transport-security", `max-age=${TWO_YEARS_SECONDS}`);
}
