import type { BenchDatabase } from "./database";
import type { LoadGenerator } from "./load-generator";
import type { Candidate, Plan } from "./rounds";
import type { Producer, Service, ServicePlace } from "./service";

/** The input of every bench. */
export interface Setting {
  /** A temporary folder. */
  folder: string;
  database: BenchDatabase;
  place: ServicePlace;
  service: Service;
  producer: Producer;
  load: LoadGenerator;
  plan: Plan;
  /** Items of a large producer, for benches about that. */
  items: number;
  /** Numbers of scans, few and many, for benches about that. */
  scans: number[];
  /** The size of a large file. */
  bytes: number;
  /** Additional peers, by `--with`. */
  peers: string[];
  /** Set with `--profile`: runs the service's candidates once and profiles them, instead of a comparison. */
  profiled: ((candidates: Candidate[]) => Promise<void>) | undefined;
}

export type Bench = (setting: Setting) => Promise<void>;
