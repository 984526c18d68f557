/**
 * Which modules travel together. Left alone, everything that two screens share becomes a file of its own, some of a
 * hundred bytes, and on a phone's network a file costs a round trip before it costs bytes. A group holds what the same
 * people need next: `npm run bench` weighs every first load, so a module that does not belong shows there.
 */
const shared: [name: string, modules: RegExp][] = [
  ["core", /mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Loader|UnstyledButton))[\\/]|[\\/]clsx[\\/]/],
  [
    "button",
    /mantine[\\/]core[\\/](esm[\\/]components[\\/](Button|ActionIcon|Transition)[\\/]|styles[\\/](Button|ActionIcon|Loader)\.)|use-(reduced-motion|did-update)/,
  ],
  [
    "field",
    /[\\/](Input|InputBase|InputWrapper|TextInput|CloseButton|use-id|use-resolved-styles-api|random-id)[\\/.]|ui[\\/](message|form)[\\/](message|form-message|use-form|drafts|refusal)|sent-codes|typed-text|messages[\\/](ui_state_unexpected|form_no_changes)/,
  ],
  [
    "auth",
    /features[\\/]auth[\\/]|ui[\\/]one-time-code[\\/](?!sent-codes)|password-field|messages[\\/](auth|verify)_|IconMailForward|PasswordInput|use-uncontrolled/,
  ],
  ["account", /use-preview|messages[\\/](password_change|users_password)\.|Icon(Key|Mail|Photo)\./],
  ["page", /ui[\\/](page|card|chip|press)[\\/]/],
  [
    "booths",
    /[\\/]view-toggle|messages[\\/](play_colours_off|play_all_booths|giveaway_title)\.|Icon(List|Gift|LayoutGrid|InfoCircle|Palette|UserPlus)\./,
  ],
  ["giveaway", /[\\/]pieces[\\/]giveaway[\\/](?!giveaway-button)/],
  ["artwork", /[\\/]pieces[\\/]artwork[\\/]/],
  [
    "line",
    /[\\/]pieces[\\/]line[\\/](?!use-places)|theme-scope|messages[\\/]line_|Icon(Walk|Run|MapPinCheck|Clock|PlayerPlay|HandStop)\./,
  ],
  ["colour", /ui[\\/]theme[\\/](colour|enamel|tokens|metals)\.|[\\/]culori[\\/]/],
  [
    "pieces",
    /[\\/]pieces[\\/](?!qr-plate|game-names|star-clock|giveaway|type-chip|line[\\/]use-places)|text[\\/](status|type)-name|Icon(CalendarEvent|DoorEnter|Cash|TicketOff|History)\.|messages[\\/]home_(hello|show_code|get_ticket)\./,
  ],
  [
    "list",
    /line[\\/]use-places|list-changes|web[\\/]src[\\/]event-day|text[\\/]format|ticket-words|registry|messages[\\/]format_|query-core|react-query/,
  ],
  ["tickets", /features[\\/]tickets[\\/]|pieces[\\/]qr-plate|messages[\\/]tickets_|ui[\\/]safe-html/],
];

const alone = { includeDependenciesRecursively: false };

export const chunks = [
  { name: "frame", tags: ["$initial" as const], priority: 2, ...alone },
  { name: "frame", test: /Icon(Check|CircleCheck|X|ArrowLeft)\./, priority: 1, ...alone },
  ...shared.map(([name, test]) => ({ name, test, minShareCount: 2, ...alone })),
];
