/**
 * Which modules travel together. Left alone, everything that two screens share becomes a file of its own, some of a hundred
 * bytes, and on a phone's network a file costs a round trip before it costs bytes. A group holds what the same people need
 * next: `npm run bench` weighs every first load, so a module that does not belong shows there.
 */
const shared: [name: string, modules: RegExp][] = [
  ["field", /[\\/](Input|InputBase|InputWrapper|TextInput|CloseButton|use-id|use-resolved-styles-api|random-id)[\\/.]/],
  [
    "auth",
    /features[\\/]auth[\\/]|ui[\\/](form|one-time-code)[\\/](?!sent-codes)|messages[\\/](auth|verify)_|IconMailForward|PasswordInput|use-uncontrolled/,
  ],
  ["page", /ui[\\/](page|card|chip)[\\/]/],
  ["list", /text[\\/]format|ticket-words|registry|messages[\\/]format_|query-core|react-query/],
  ["tickets", /features[\\/]tickets[\\/]|messages[\\/]tickets_|ui[\\/]safe-html|IconCalendarEvent/],
];

const alone = { includeDependenciesRecursively: false };

export const chunks = [
  { name: "frame", tags: ["$initial" as const], priority: 2, ...alone },
  { name: "frame", test: /Icon(Check|CircleCheck|X|ArrowLeft)\./, priority: 1, ...alone },
  ...shared.map(([name, test]) => ({ name, test, minShareCount: 2, ...alone })),
];
