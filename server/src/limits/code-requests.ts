import { consume, day, hashedKey, hour, type Limit, minute, type OpenCounter } from "./counters.ts";
import { networkOf, siteOf } from "./network.ts";

/** A request that a code be mailed to a typed address. */
export type CodeRequest = {
  /** Case-folded. */
  address: string;
  purpose: string;
  ip: string;
  device: string | null;
  /** Whether the device registered the account that the code is for, is known to it or is signed in on it. */
  isOwn: boolean;
};

export type CodeRequests = {
  /**
   * Counts a request for a code: one a minute and 5 an hour for each device, address and purpose; for strangers to the
   * account also 10 an hour for each network and address and 20 a day for each address, so that nobody's asking delays
   * its owner. Who verifies an address has the 10 of network and address too, counted apart from the strangers': an
   * account with somebody's address is made as fast as a device. Who signs in makes a device known as fast: beyond 40
   * recoveries a day on all those of an account they count like strangers'. All networks of an IPv6 site have twice as
   * many. Of the twenty a day twelve are for networks that ask a third time, so that one that uses up what it has
   * leaves some to the owner elsewhere (0198).
   * Addresses that nobody has are counted alike, those of one mailbox with different words after a plus as one. Throws
   * `auth.too_many_codes` (rules §3).
   */
  ask(request: CodeRequest): Promise<void>;
  /**
   * Counts a mail to an address that is not the account's own verified one: 5 an hour for each account, 300 for each
   * network, 2,400 for all of an IPv6 site. Throws `auth.too_many_codes` (rules §3).
   */
  mail(of: { userId?: number; ip: string }): Promise<void>;
  /**
   * Counts a mail that tells an account's owner of a change: 5 an hour for each account. False beyond, for then the
   * owner has been told, and nobody may send as many as they like by changing to and fro.
   */
  tell(userId: number): Promise<boolean>;
  /**
   * Counts a letter with a code, and tells the how manieth this minute an account, or else its network or IPv6 site,
   * has caused, settled accounts of a network apart from its others: letters go by turns, so that nobody waits behind
   * those of who asks for hundreds (decision 0155).
   */
  turn(of: { userId: number } | { ip: string; isSettled?: boolean }): Promise<number>;
  /** Forgets the mails counted for an account; they still count for their networks and addresses. */
  clear(userId: number): Promise<void>;
};

const mailsOfNetwork = 300;
const verificationsOfAddress = 10;
const recoveriesOfAddress = 40;
/** Of a day's codes for an address: what each network has first, and what those share that have had these. */
const firstOfNetwork = 2;
const beyondFirst = 12;
/** By how much more may come from all networks of one site: codes for one address, which few ask for; mails to all. */
const timesOfSite = { codes: 2, mails: 8 };

/** Opens the quotas of mailed codes; `factorOf` says by how much a network's are multiplied. */
export function openCodeRequests(
  counter: OpenCounter,
  factorOf: (ip: string) => number,
  maxVerifications = verificationsOfAddress,
  times = timesOfSite,
  maxRecoveries = recoveriesOfAddress,
  maxBeyondFirst = beyondFirst,
): CodeRequests {
  const isBounded = true;
  const ofNetworks = (name: string, limit: Omit<Limit, "duration">, more: number) => {
    const ofNetwork = counter(name, { ...limit, duration: hour });
    const ofSite = counter(`${name}-of-site`, { ...limit, points: limit.points * more, duration: hour });
    return async (ip: string, key = "") => {
      await take(ofNetwork, `${networkOf(ip)} ${key}`);
      const site = siteOf(ip);
      if (site !== null) await take(ofSite, `${site} ${key}`);
    };
  };
  const ofDevice = [
    counter("codes-of-device-minute", { points: 1, duration: minute, isBounded }),
    counter("codes-of-device-hour", { points: 5, duration: hour, isBounded }),
  ];
  const takeOfNetwork = ofNetworks("codes-of-network", { points: 10, isBounded }, times.codes);
  const verifications = { points: maxVerifications, isBounded };
  const takeOfVerifiers = ofNetworks("verifications-of-network", verifications, times.codes);
  const ofAddress = counter("codes-of-address", { points: 20, duration: day, isBounded });
  const ofNetworkAndDay = counter("codes-of-network-and-day", { points: firstOfNetwork, duration: day, isBounded });
  const ofAskers = counter("codes-beyond-first", { points: maxBeyondFirst, duration: day, isBounded });
  const ofKnown = counter("codes-of-known-device", { points: 20, duration: day, isBounded });
  const recoveries = counter("recoveries-on-known-devices", { points: maxRecoveries, duration: day, isBounded });
  const mailsOfAccount = counter("mails-of-account", { points: 5, duration: hour });
  const newsOfAccount = counter("change-mails-of-account", { points: 5, duration: hour });
  const letters = counter("letters-of-network", { points: 1, duration: minute });
  const venueMails = new Map<number, ReturnType<typeof ofNetworks>>();
  const mailsFrom = (ip: string) => {
    const points = mailsOfNetwork * factorOf(ip);
    const known = venueMails.get(points) ?? ofNetworks("mails-of-network", { points }, times.mails);
    venueMails.set(points, known);
    return known;
  };

  return {
    async ask({ address, purpose, ip, device, isOwn }) {
      const mailbox = mailboxOf(address);
      const asker = device === null ? `network ${networkOf(ip)}` : `device ${device}`;
      for (const limit of ofDevice) await take(limit, `${purpose} ${asker} ${address}`);
      if (isOwn && device !== null) {
        if (purpose === "verification") await takeOfVerifiers(ip, mailbox);
        await take(ofKnown, `${asker} ${address}`);
        if (purpose === "verification") return;
        if ((await recoveries.penalty(hashedKey(address))).consumedPoints <= recoveries.points) return;
      }
      await takeOfNetwork(ip, mailbox);
      const asked = await ofNetworkAndDay.penalty(hashedKey(`${siteOf(ip) ?? networkOf(ip)} ${mailbox}`));
      if (asked.consumedPoints > ofNetworkAndDay.points) await take(ofAskers, mailbox);
      await take(ofAddress, mailbox);
    },
    async mail({ userId, ip }) {
      if (userId !== undefined) await take(mailsOfAccount, nameOf(userId));
      await mailsFrom(ip)(ip);
    },
    async tell(userId) {
      const { consumedPoints } = await newsOfAccount.penalty(hashedKey(nameOf(userId)));
      return consumedPoints <= newsOfAccount.points;
    },
    async turn(of) {
      const network = (ip: string) => siteOf(ip) ?? networkOf(ip);
      const asker = "ip" in of ? `${of.isSettled ? "settled " : ""}${network(of.ip)}` : nameOf(of.userId);
      return (await letters.penalty(hashedKey(asker))).consumedPoints;
    },
    clear: async (userId) => void (await mailsOfAccount.delete(hashedKey(nameOf(userId)))),
  };
}

/** Many mail servers put what is sent to `name+anything@` into the one mailbox of `name@`; `+9665…@` is a name. */
const mailboxOf = (address: string) => address.replace(/^([^+@]+)\+[^@]*(?=@)/, "$1");

const nameOf = (userId: number) => `account ${userId}`;

function take(counter: ReturnType<OpenCounter>, key: string): Promise<void> {
  return consume(counter, hashedKey(key), "auth.too_many_codes");
}
