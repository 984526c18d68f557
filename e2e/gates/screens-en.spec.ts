import { test, walk } from "./walk.ts";

test.use({ trace: "off" });
walk("en", () => true);
