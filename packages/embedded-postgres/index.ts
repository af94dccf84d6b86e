export { findPlace, type Place } from "./place";
export { serverProcesses, signalTo } from "./processes";
export { socketUrl, stopServer } from "./server";
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start";
