import { isStaff } from "@saha/contract";
import { Problem } from "../../errors/problem.ts";
import { networkOf, siteOf } from "../../limits/network.ts";
import { RecentTurns } from "../../limits/recent-turns.ts";
import { openFiles } from "../../process/open-files.ts";
import type { Actor } from "../client.ts";

export type Place = {
  /** Tells that the form has to make room; its reason is the problem to answer. */
  giveUp: AbortSignal;
  /** Counts bytes of the form that came. */
  took(bytes: number): void;
  /** The form is here: it makes no room any more. Few wait to be drawn. */
  received(): void;
  leave(): void;
};

type Limits = { all: number; perAccount: number; bytes: number };
type Form = { account: string; bytes: number; since: number; makeRoom(why: Problem): void };

/** A form that comes slowly costs a file, a timer and the texts that came; so many may come at once. */
const usual: Limits = { all: openFiles.forms, perAccount: 2, bytes: 512 * 1024 * 1024 };
/** Whoever has begun fewer lately, as with a second picture or a press again, is like one who has begun one. */
const fewForms = 4;
/** Of the room that is left on the disk, which was looked at up to a second ago. */
const part = 1 / 2;

/**
 * Few upload at once, and nobody takes more than a hand's share. Where attendees have taken all places, a form makes
 * room of the IPv4 address or IPv6 site that sends the most of them: of the account that has begun the most lately, of
 * these the one that has been coming for longest. So a crowd that sends slowly keeps nobody out, and pushes out neither
 * who sends slowly elsewhere nor, by 400 new forms a second, a neighbour's one. Where their forms hold all bytes that
 * are theirs, what holds most for longest makes room in the same way. Staff have places and bytes of their own. Throws
 * `request.too_many` and, where every form is here and being drawn, `server.busy`. `roomOf` tells what is left on the
 * disk; `giveUp` is for when too little is.
 */
export function concurrencyLimit(roomOf: () => number = () => Number.POSITIVE_INFINITY, limits = usual) {
  const inside = new Map<number, number>();
  const coming = new Map<string, Set<Form>>();
  const ofStaff = new Set<Form>();
  const begun = new RecentTurns();
  let attendees = 0;
  let held = 0;

  function boundBytes(): void {
    const room = Math.max(0, roomOf()) * part;
    while (held > Math.min(limits.bytes, room)) {
      const heaviest = heaviestOf(coming);
      if (!heaviest) return;
      heaviest.makeRoom(room < limits.bytes ? full() : busy());
    }
  }

  function enter(actor: Pick<Actor, "id" | "roleId"> | undefined, ip: string): Place {
    const { id: account, isAttendee } = { id: actor?.id ?? 0, isAttendee: !actor || !isStaff(actor.roleId) };
    const own = inside.get(account) ?? 0;
    if (own >= limits.perAccount) throw new Problem("request.too_many", { retryAfter: 2 });
    if (isAttendee && attendees >= limits.all) {
      const most = mostBegunOfLargest(coming, begun);
      if (!most) throw busy();
      most.makeRoom(busy());
    }
    begun.add(String(account));
    const giving = new AbortController();
    const network = siteOf(ip) ?? networkOf(ip);
    let isInside = true;
    inside.set(account, own + 1);
    if (isAttendee) attendees++;
    const received = () => {
      ofStaff.delete(form);
      const ofNetwork = coming.get(network);
      if (!ofNetwork?.delete(form)) return;
      held -= form.bytes;
      if (ofNetwork.size === 0) coming.delete(network);
    };
    const leave = () => {
      received();
      if (!isInside) return;
      isInside = false;
      if (isAttendee) attendees--;
      const left = (inside.get(account) ?? 1) - 1;
      if (left === 0) inside.delete(account);
      else inside.set(account, left);
    };
    const took = (bytes: number) => {
      if (!coming.get(network)?.has(form)) return;
      form.bytes += bytes;
      held += bytes;
      boundBytes();
    };
    const form: Form = {
      account: String(account),
      bytes: 0,
      since: performance.now(),
      makeRoom(why) {
        leave();
        giving.abort(why);
      },
    };
    if (isAttendee) coming.set(network, (coming.get(network) ?? new Set()).add(form));
    else ofStaff.add(form);
    return { giveUp: giving.signal, took, received, leave };
  }

  /** Has the forms that come give up, for a disk that is nearly full: attendees', or the staff's where none is left. */
  function giveUp(): void {
    const ofAttendees = [...coming.values()].flatMap((forms) => [...forms]);
    for (const form of ofAttendees.length > 0 ? ofAttendees : [...ofStaff]) form.makeRoom(full());
  }

  return Object.assign(enter, { giveUp });
}

function mostBegunOfLargest(coming: Map<string, Set<Form>>, begun: RecentTurns): Form | undefined {
  let largest = new Set<Form>();
  for (const forms of coming.values()) if (forms.size > largest.size) largest = forms;
  let [found, most] = [undefined as Form | undefined, 0];
  // In the order in which they came.
  for (const form of largest) {
    const count = Math.max(begun.of(form.account), fewForms);
    if (count > most) [found, most] = [form, count];
  }
  return found;
}

/** Finds what holds most for longest, bytes times time, of the network that holds most bytes. */
function heaviestOf(coming: Map<string, Set<Form>>): Form | undefined {
  let [most, largest] = [0, new Set<Form>()];
  for (const forms of coming.values()) {
    let bytes = 0;
    for (const form of forms) bytes += form.bytes;
    if (bytes > most) [most, largest] = [bytes, forms];
  }
  const now = performance.now();
  const weightOf = ({ bytes, since }: Form) => bytes * (now - since + 1);
  return [...largest].sort((one, other) => weightOf(other) - weightOf(one))[0];
}

function busy(): Problem {
  return new Problem("server.busy", { retryAfter: 5 });
}

function full(): Problem {
  return new Problem("server.disk_full", { retryAfter: 10 });
}
