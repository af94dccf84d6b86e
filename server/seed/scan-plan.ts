/** Scans to be, a column each and in the order of time: a million of them fit into little memory. */
export interface ScanPlan {
  at: Float64Array;
  /** Numbers of the catalogue's items. */
  item: Int32Array;
  town: Int16Array;
  kind: Uint8Array;
}
