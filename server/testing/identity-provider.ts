import { generateKeyPairSync, hash, sign } from "node:crypto";
import { createServer } from "node:http";

type Claims = Record<string, string | boolean | string[]>;

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OpenID Connect provider. `authorize` takes the user's claims; a browser gets those of the last `signIn`. */
export async function identityProvider(clientId: string) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, { challenge: string; claims: object }>();
  let issuer = "";
  let user: Claims = {};

  /** The query with which the browser returns to the callback. */
  const authorize = (url: string, claims: Claims) => {
    const query = new URL(url, issuer).searchParams;
    const code = `code-${grants.size}`;
    const now = Math.floor(Date.now() / 1000);
    grants.set(code, {
      challenge: query.get("code_challenge") ?? "",
      claims: { iss: issuer, aud: clientId, iat: now, exp: now + 60, nonce: query.get("nonce"), ...claims },
    });
    return new URLSearchParams({ code, state: query.get("state") ?? "" });
  };

  const tokenFor = (form: URLSearchParams) => {
    const { challenge, claims } = grants.get(form.get("code") ?? "") ?? {};
    const proof = hash("sha256", form.get("code_verifier") ?? "", "base64url");
    if (!claims || challenge !== proof) return { error: "invalid_grant" };
    const content = `${base64url({ alg: "RS256", kid: "one" })}.${base64url(claims)}`;
    const idToken = `${content}.${sign("sha256", Buffer.from(content), privateKey).toString("base64url")}`;
    return { access_token: "access", token_type: "Bearer", id_token: idToken };
  };

  const server = createServer((request, response) => {
    const answer = (body: object) =>
      response
        .writeHead("error" in body ? 400 : 200, { "content-type": "application/json" })
        .end(JSON.stringify(body));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
      if (pathname === "/authorize") {
        const back = `${searchParams.get("redirect_uri")}?${authorize(request.url ?? "", user)}`;
        response.writeHead(302, { location: back }).end();
      } else if (pathname === "/token") {
        answer(tokenFor(new URLSearchParams(Buffer.concat(chunks).toString())));
      } else if (pathname === "/jwks") {
        answer({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] });
      } else {
        answer({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

  return {
    issuer,
    authorize,
    signIn: (claims: Claims) => {
      user = claims;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
