import { walk } from "./walk.ts";

walk("ar", () => true);
