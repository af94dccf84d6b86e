export { backUp } from "./back-up";
export { copyLog, dropSlot } from "./copy-log";
export { folderPlace } from "./folder-place";
export { type BaseBackup, type CopiedLog, isContinued, listBackups, listCopiedLogs } from "./layout";
export type { Place, PlacedFile } from "./place";
export { readText, writeText } from "./place";
export { removeOldBackups } from "./remove-old";
export { RestoreFault, restore } from "./restore";
export type { Cluster } from "./server";
