import { metrics } from "@/server/platform/metrics";
import { tooManyRequests } from "./too-many-requests";

/** The user of a connection: a tenant, such as a producer, and a member of the tenant. */
export interface Share {
  tenant: string;
  member: string;
}

const MAX_WAITING_PER_TENANT = 400;
const MAX_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 1;

const busy = () =>
  tooManyRequests("database connections", "Too many requests of this caller at once.", RETRY_AFTER_SECONDS);

interface Party {
  held: number;
  /** The turn in which it last got a connection. */
  servedAt: number;
}

interface Member extends Party {
  waiting: (() => void)[];
}

interface Tenant extends Party {
  waiting: number;
  members: Map<string, Member>;
}

/** The party that holds the fewest connections; among equals, the one served longest ago. */
function leastServed<P extends Party>(parties: Iterable<P>, isNext: (party: P) => boolean): P | undefined {
  let least: P | undefined;
  for (const party of parties) {
    if (!isNext(party)) continue;
    const order = least ? party.held - least.held || party.servedAt - least.servedAt : -1;
    if (order < 0) least = party;
  }
  return least;
}

/**
 * Divides connections among tenants. One rule: a tenant takes another connection only while more are free than it holds.
 * So a tenant alone gets half of them, two get a third each, and a newcomer finds a free one (decision 0038).
 */
export class Shares {
  readonly #tenants = new Map<string, Tenant>();
  readonly #rests: boolean;
  #free: number;
  #turn = 0;

  /** `rests`: whether a connection rests for as long as it was held, which leaves the machine to others. */
  constructor(connections: number, { rests = false } = {}) {
    this.#free = connections;
    this.#rests = rests;
  }

  /** The number of tenants that hold connections or wait for one. */
  get tenants(): number {
    return this.#tenants.size;
  }

  /**
   * Runs the work once the share may take a connection.
   *
   * @throws 429 where too many requests of the tenant wait, or this one waits too long
   */
  async run<T>(share: Share, work: () => Promise<T>): Promise<T> {
    const { tenant, member } = this.#partiesOf(share);
    if (tenant.waiting === 0 && this.#mayTake(tenant)) this.#take(tenant, member);
    else await this.#wait(tenant, member).finally(() => this.#forgetIdle(share, tenant, member));
    const began = performance.now();
    try {
      return await work();
    } finally {
      const release = () => {
        tenant.held--;
        member.held--;
        this.#free++;
        this.#serve();
        this.#forgetIdle(share, tenant, member);
      };
      if (this.#rests) setTimeout(release, performance.now() - began).unref();
      else release();
    }
  }

  #forgetIdle(share: Share, tenant: Tenant, member: Member): void {
    if (member.held === 0 && member.waiting.length === 0) tenant.members.delete(share.member);
    if (tenant.members.size === 0) this.#tenants.delete(share.tenant);
  }

  #partiesOf(share: Share): { tenant: Tenant; member: Member } {
    let tenant = this.#tenants.get(share.tenant);
    if (!tenant) {
      tenant = { held: 0, servedAt: 0, waiting: 0, members: new Map() };
      this.#tenants.set(share.tenant, tenant);
    }
    let member = tenant.members.get(share.member);
    if (!member) {
      member = { held: 0, servedAt: 0, waiting: [] };
      tenant.members.set(share.member, member);
    }
    return { tenant, member };
  }

  #mayTake = ({ held }: Tenant) => held < this.#free;

  #take(...parties: [Tenant, Member]): void {
    this.#free--;
    this.#turn++;
    for (const party of parties) {
      party.held++;
      party.servedAt = this.#turn;
    }
  }

  async #wait(tenant: Tenant, member: Member): Promise<void> {
    if (tenant.waiting >= MAX_WAITING_PER_TENANT) throw busy();
    tenant.waiting++;
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const serve = () => {
        clearTimeout(timer);
        tenant.waiting--;
        this.#take(tenant, member);
        resolve();
      };
      const abandon = () => {
        tenant.waiting--;
        member.waiting.splice(member.waiting.indexOf(serve), 1);
        reject(busy());
      };
      const timer = setTimeout(abandon, MAX_WAIT_MS);
      member.waiting.push(serve);
    }).finally(() => metrics().callers.shareWaits.observe((performance.now() - began) / 1000));
  }

  #serve(): void {
    for (;;) {
      const tenant = leastServed(this.#tenants.values(), (one) => one.waiting > 0 && this.#mayTake(one));
      const member = tenant && leastServed(tenant.members.values(), ({ waiting }) => waiting.length > 0);
      const serve = member?.waiting.shift();
      if (!serve) return;
      serve();
    }
  }
}
