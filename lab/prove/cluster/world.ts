import { z } from "zod";
import { type Client, newHook, newItems, openClient } from "../client";
import { allowing, Receiver } from "../receivers";
import { untilItAnswers } from "../wait-for";
import { Cluster } from "./cluster";
import { VALUES } from "./compose";
import { Load } from "./load";
import { OUTSIDE } from "./machine";

const ITEMS_OF_A_KIND = 4;
const Producer = z.object({ token: z.string() });

/** The cluster with a producer whose webhook receives every event. */
export interface World {
  cluster: Cluster;
  client: Client;
  receiver: Receiver;
  /** The address that callers use. */
  url: string;
  token: string;
  /** Starts callers on new items. */
  load(): Promise<Load>;
}

/** Opens the whole cluster, with all instances ready. */
export async function openWorld(home: string, image: string): Promise<World> {
  const cluster = await Cluster.open(home, image);
  const receiver = await Receiver.open("well", OUTSIDE);
  cluster.addInstances({ HOOK_ALLOW: allowing([receiver]) });
  // The first one migrates.
  for (const instance of cluster.instances) {
    await instance.start();
    await instance.untilReady();
  }
  const output = await cluster.instances[0]?.command("producer", "create", "--name", "Cluster", "--json");
  const { token } = Producer.parse(JSON.parse(output ?? ""));
  const client = openClient({ ca: cluster.ca });
  const url = VALUES.PUBLIC_BASE_URL ?? "";
  await untilItAnswers(() => newHook(client, url, token, receiver.url));
  const items = () => untilItAnswers(() => newItems(client, url, token, ITEMS_OF_A_KIND));
  return {
    cluster,
    client,
    receiver,
    url,
    token,
    load: async () => new Load(client, url, { plain: await items(), keyed: await items() }),
  };
}
