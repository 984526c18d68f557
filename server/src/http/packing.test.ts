import { expect, test } from "vitest";
import { packingFor } from "./packing.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br ; q=0.000, gzip;q=0.5", "gzip"],
  ["br;q=0.01", "br"],
  ["gzip;q=0", "identity"],
  ["brotli, x-gzipped", "identity"],
  ["identity", "identity"],
  [undefined, "identity"],
])("who accepts %s gets %s", (accepted, packing) => {
  expect(packingFor(accepted)).toBe(packing);
});

const letters = 200_000;

test.each(["a", " ", "a ", "a;", "a; ", "a;q=", "a;q=0", "a;q=0.", "0", ";", "q=0", ", br"])(
  "a header of 200,000 letters like '%s' is read in no time",
  (part) => {
    const header = `a${part.repeat(letters / part.length)}!`;
    const began = process.cpuUsage();
    packingFor(header);
    const { user, system } = process.cpuUsage(began);
    // Tried from every letter, one name as long as this took 40 s.
    expect((user + system) / 1000).toBeLessThan(1000);
  },
);
