export { backUp } from "./back-up";
export { copyLog, dropSlot } from "./copy-log";
export { type BaseBackup, type CopiedLog, listBackups, readCopiedLog } from "./folder";
export { removeOldBackups } from "./remove-old";
export { RestoreFault, restore } from "./restore";
export type { Cluster } from "./server";
