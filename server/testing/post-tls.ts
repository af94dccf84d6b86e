import { openOutboundHttp } from "../platform/outbound-http";

/** Posts to the given URLs, whose names all resolve to 127.0.0.1. Prints the outcomes as JSON. */
const [port = "", ...urls] = process.argv.slice(2);
const http = openOutboundHttp({ allow: `127.0.0.1/32:${port}`, resolve: async () => ["127.0.0.1"] });
const outcomes = [];
for (const url of urls) outcomes.push(await http.post({ url, headers: {}, body: "{}", timeoutMs: 5000 }));
process.stdout.write(JSON.stringify(outcomes));
await http.close();
