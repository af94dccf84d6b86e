import { z } from "zod";
import { fromNetwork } from "@/server/platform/caller-network";
import { publicBaseUrl } from "@/server/platform/env";
import { inRequestScope } from "./next-scope.mjs";

// next-scope must load before Next.
const { NextRequest } = await import("next/server");
const { serveAuth } = await import("@/server/identity/serve-auth");

const Csrf = z.object({ csrfToken: z.string() });

/** A minimal browser for sign-ins: keeps cookies and calls the real handlers below `/api/auth`. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly network = "192.0.2.1",
    private readonly sent: Record<string, string> = {},
  ) {}

  /** The headers of every request of this browser. */
  headers(): Headers {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return new Headers({ ...this.sent, ...(pairs.length > 0 ? { cookie: pairs.join("; ") } : {}) });
  }

  /** Keeps the cookies of an answer. */
  keep(response: Pick<Response, "headers">) {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      const isOver = attributes.some((text) => /^(max-age=0|expires=.* 1970 )/i.test(text));
      if (isOver) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
  }

  /** Calls `/api/auth/<path>`; by POST if there is a body. */
  async call(path: string, body?: string, contentType = "application/x-www-form-urlencoded") {
    const headers = this.headers();
    if (body !== undefined) headers.set("content-type", contentType);
    const request = new NextRequest(new URL(`/api/auth/${path}`, publicBaseUrl), {
      method: body === undefined ? "GET" : "POST",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const nextauth = new URL(request.url).pathname.split("/").slice(3);
    const response = await fromNetwork(this.network, () =>
      inRequestScope(headers, () => serveAuth(request, { params: Promise.resolve({ nextauth }) })),
    );
    this.keep(response);
    return response;
  }

  async csrfToken(): Promise<string> {
    return Csrf.parse(await (await this.call("csrf")).json()).csrfToken;
  }

  /** Posts a form of next-auth. */
  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const form = { ...fields, csrfToken: await this.csrfToken(), callbackUrl: "/", json: "true" };
    return this.call(path, new URLSearchParams(form).toString());
  }

  /** Does what next-auth's `signIn("credentials", {email, password, redirect: false})` does. */
  signIn(email: string, password: string): Promise<Response> {
    return this.post("callback/credentials", { email, password });
  }

  /** Does what next-auth's `signOut` does. */
  signOut(): Promise<Response> {
    return this.post("signout", {});
  }

  /** The session as pages see it. */
  async session(): Promise<unknown> {
    return (await this.call("session")).json();
  }
}
