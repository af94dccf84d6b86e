// `--import tsx` affects only the main thread.
import { register } from "tsx/esm/api";

register();
