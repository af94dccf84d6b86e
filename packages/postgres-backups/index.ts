export { backUp } from "./back-up";
export { copyLog, dropSlot } from "./copy-log";
export { type BaseBackup, type CopiedLog, isContinued, listBackups, listCopiedLogs } from "./folder";
export { removeOldBackups } from "./remove-old";
export { RestoreFault, restore } from "./restore";
export type { Cluster } from "./server";
