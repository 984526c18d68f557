import { expect, test } from "vitest";
import { shareFiles } from "./open-files.ts";

test("connections and forms leave as many open files to the process itself as it needs", () => {
  const limits = (soft: string) =>
    `Max processes 7 7 processes\nMax open files            ${soft}     30000     files\n`;
  expect(shareFiles(limits("20000"))).toEqual({ connections: 18_800, forms: 512 });
  expect(shareFiles(limits("1024"))).toEqual({ connections: 512, forms: 256 });
  for (const soft of ["600", "1024", "2400", "6000", "13000"]) {
    const { connections, forms } = shareFiles(limits(soft));
    expect(Number(soft) - connections - forms).toBeGreaterThanOrEqual(150);
  }
  expect([limits("unlimited"), ""].map(shareFiles)).toEqual([shareFiles(limits("20000")), shareFiles(limits("20000"))]);
});
