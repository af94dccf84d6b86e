// tsx heeds `--import tsx` in the main thread alone.
import { register } from "tsx/esm/api";

register();
