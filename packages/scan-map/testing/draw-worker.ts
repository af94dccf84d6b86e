import { mapWorker } from "../src/worker";
import { testRenderer } from "./renderer";

export default mapWorker(testRenderer());
