import { consume, day, hashedKey, hour, minute, type OpenCounter } from "./counters.ts";
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
   * account with somebody's address is made as fast as a device. All networks of an IPv6 site have twice as many.
   * Addresses that nobody has are counted alike. Throws `auth.too_many_codes` (rules §3).
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
};

const mailsOfNetwork = 300;
const verificationsOfAddress = 10;
/** By how much more may come from all networks of one site: codes for one address, which few ask for; mails to all. */
const timesOfSite = { codes: 2, mails: 8 };

/** Opens the quotas of mailed codes; `factorOf` says by how much a network's are multiplied. */
export function openCodeRequests(
  counter: OpenCounter,
  factorOf: (ip: string) => number,
  maxVerifications = verificationsOfAddress,
  times = timesOfSite,
): CodeRequests {
  const ofNetworks = (name: string, points: number, more: number) => {
    const ofNetwork = counter(name, { points, duration: hour });
    const ofSite = counter(`${name}-of-site`, { points: points * more, duration: hour });
    return async (ip: string, key = "") => {
      await take(ofNetwork, `${networkOf(ip)} ${key}`);
      const site = siteOf(ip);
      if (site !== null) await take(ofSite, `${site} ${key}`);
    };
  };
  const ofDevice = [
    counter("codes-of-device-minute", { points: 1, duration: minute }),
    counter("codes-of-device-hour", { points: 5, duration: hour }),
  ];
  const takeOfNetwork = ofNetworks("codes-of-network", 10, times.codes);
  const takeOfVerifiers = ofNetworks("verifications-of-network", maxVerifications, times.codes);
  const ofAddress = counter("codes-of-address", { points: 20, duration: day });
  const ofKnown = counter("codes-of-known-device", { points: 20, duration: day });
  const mailsOfAccount = counter("mails-of-account", { points: 5, duration: hour });
  const newsOfAccount = counter("change-mails-of-account", { points: 5, duration: hour });
  const venueMails = new Map<number, ReturnType<typeof ofNetworks>>();
  const mailsFrom = (ip: string) => {
    const points = mailsOfNetwork * factorOf(ip);
    const known = venueMails.get(points) ?? ofNetworks("mails-of-network", points, times.mails);
    venueMails.set(points, known);
    return known;
  };

  return {
    async ask({ address, purpose, ip, device, isOwn }) {
      const asker = device === null ? `network ${networkOf(ip)}` : `device ${device}`;
      for (const limit of ofDevice) await take(limit, `${purpose} ${asker} ${address}`);
      if (isOwn && device !== null) {
        if (purpose === "verification") await takeOfVerifiers(ip, address);
        return take(ofKnown, `${asker} ${address}`);
      }
      await takeOfNetwork(ip, address);
      await take(ofAddress, address);
    },
    async mail({ userId, ip }) {
      if (userId !== undefined) await take(mailsOfAccount, `account ${userId}`);
      await mailsFrom(ip)(ip);
    },
    async tell(userId) {
      const { consumedPoints } = await newsOfAccount.penalty(hashedKey(`account ${userId}`));
      return consumedPoints <= newsOfAccount.points;
    },
  };
}

function take(counter: ReturnType<OpenCounter>, key: string): Promise<void> {
  return consume(counter, hashedKey(key), "auth.too_many_codes");
}
