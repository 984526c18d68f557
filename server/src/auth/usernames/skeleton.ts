import { readFileSync } from "node:fs";
import { writtenName } from "@saha/contract";

/**
 * Which letters are taken for which, by what they look like: Unicode's confusables.txt (UTS 39, version 13), those that
 * a username may hold, each line a form and all that is taken for it.
 */
const groups: Record<string, string> = JSON.parse(readFileSync(new URL("./look-alikes.json", import.meta.url), "utf8"));
const prototypes = new Map(
  Object.entries(groups).flatMap(([form, all]) => [...all].map((one) => [one, form] as const)),
);

/**
 * What two usernames that look alike have in common, so that nobody bears a name like somebody else's: the skeleton of
 * UTS 39 §4, of what is written of the name, in one case. Never shown (rules §3).
 */
export function usernameSkeleton(name: string): string {
  // As it was typed: a capital I looks like a small l, and no more so once it is an i.
  const letters = [...writtenName(name).normalize("NFD")].map((letter) => prototypes.get(letter) ?? letter);
  return letters.join("").normalize("NFD").toLowerCase();
}

/** Small capitals and letters with a hook, which Unicode's list takes for nothing else. */
const plainOf = new Map(
  [..."ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢꝺɖɗŋɲɳɱ"].map((letter, at) => [
    letter,
    [..."abcdefghijklmnoprstuvwyzdddnnnm"][at] ?? "",
  ]),
);

/**
 * What an eye in a hurry sees of a name: its skeleton without case, dots, dashes, accents and raised letters, `i` as
 * `l`. Too coarse to tell attendees apart; names of staff are compared by it (decision 0128).
 */
export function coarseSkeleton(name: string): string {
  const bare = (text: string) => text.normalize("NFD").replace(/[\p{M}\p{Lm}\u0674._-]/gu, "");
  const plain = [...bare(name).toLowerCase()].map((letter) => plainOf.get(letter) ?? letter).join("");
  return bare(usernameSkeleton(plain)).replaceAll("i", "l");
}
