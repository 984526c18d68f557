import type { InvitationCode, Ticket } from "@saha/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../text/language.ts";

const told = vi.hoisted(() => [] as string[]);
vi.mock("../../ui/toast/snackbar.ts", () => ({ snackbar: (message: string) => told.push(message) }));
vi.mock("../../ui/toast/toast.ts", () => ({ toast: ({ message }: { message: string }) => told.push(message) }));

const { copyCodes, shareLinks } = await import("./hand-on.ts");
const codes = ["ABCD-EFGH-JKMN", "PQRS-TUVW-XYZ2"].map((code) => ({ code })) as InvitationCode[];

beforeEach(() => setLanguage("en"));
afterEach(() => {
  told.length = 0;
  vi.unstubAllGlobals();
});

test("no codes, copied ones and a clipboard that refuses are told in the specification's sentences", async () => {
  await copyCodes([]);
  const writeText = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  await copyCodes(codes);
  expect(writeText).toHaveBeenCalledWith("ABCD-EFGH-JKMN\nPQRS-TUVW-XYZ2");
  writeText.mockRejectedValue(new Error("NotAllowedError"));
  document.execCommand = () => false;
  await copyCodes(codes);
  expect(told).toEqual([
    "No invitation codes to copy.",
    "2 invitation code(s) copied to clipboard.",
    "Failed to copy codes. Please try manually.",
  ]);
});

test("a single link that was copied is told by whose it is, many are not", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: async () => {} } });
  const ticket = { title: "Finals" } as Ticket;
  const [named, unnamed] = codes.map((code, at) => ({ ...code, sentTo: at === 0 ? "Laila" : null }));
  if (!named || !unnamed) throw new Error("There are two codes");
  for (const shared of [[named], [unnamed], [named, unnamed]]) await shareLinks(ticket, shared);
  expect(told).toEqual(["Link copied: Laila", "Link copied: PQRS-TUVW-XYZ2", "Link copied"]);
});
