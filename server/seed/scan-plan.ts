/** Planned scans as columns, sorted by time, so that millions fit into little memory. */
export interface ScanPlan {
  at: Float64Array;
  /** Indexes of the catalogue's items. */
  item: Int32Array;
  town: Int16Array;
  kind: Uint8Array;
}
