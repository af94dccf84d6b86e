import type { BenchDatabase } from "./database";
import type { LoadGenerator } from "./load-generator";
import type { Candidate, Plan } from "./rounds";
import type { Producer, Service, ServicePlace } from "./service";

/** What every bench is given. */
export interface Setting {
  /** A temporary one. */
  folder: string;
  database: BenchDatabase;
  place: ServicePlace;
  service: Service;
  producer: Producer;
  load: LoadGenerator;
  plan: Plan;
  /** How many items a large producer has, where a bench is about that. */
  items: number;
  /** How many scans there are, where a bench is about that: few and many. */
  scans: number[];
  /** What was asked for by `--with`, besides what is compared anyway. */
  peers: string[];
  /** Set with `--profile`: instead of a comparison, the service's candidates are run once and profiled. */
  profiled: ((candidates: Candidate[]) => Promise<void>) | undefined;
}

export type Bench = (setting: Setting) => Promise<void>;
