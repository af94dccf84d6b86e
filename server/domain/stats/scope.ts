/** Whose scans are counted. */
export type Scope = { producerId: string } | "everybody";
