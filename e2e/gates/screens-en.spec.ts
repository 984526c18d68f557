import { walk } from "./walk.ts";

walk("en", () => true);
