import type { Purchase } from "@saha/contract";
import { IconQrcode, IconTicket } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";
import { Pass } from "../../pieces/pass/pass.tsx";
import { ShortCode } from "../../pieces/pass/short-code.tsx";
import { validityOf } from "../../pieces/pass/validity.ts";
import { ValidityMark } from "../../pieces/pass/validity-mark.tsx";
import { m } from "../../text/compiled/messages.js";
import { fetchWhenResting, late } from "../../ui/on-demand.tsx";
import { PressLink } from "../../ui/press/press.tsx";
import style from "./welcome.module.css";

/** A phone's home shows no code before it is asked for. */
const QrPlate = late(async () => (await import("../../pieces/qr-plate/qr-plate.tsx")).QrPlate);

const calls: Record<Purchase["status"], () => string> = {
  ACTIVE: m.home_show_code,
  USED_FOR_ENTRY: m.home_show_food_code,
  USED_FOR_FEATURE: m.home_show_ticket,
  INACTIVE: m.home_show_ticket,
};

/**
 * The own pass on home: one press opens its code as long as it is good for anything; on a wide screen the code is in
 * view.
 */
export function HomePass({ purchase, size }: { purchase: Purchase; size: "hero" | "wide" }) {
  const { id, ticket, status, shortCode } = purchase;
  const isUsedUp = status === "USED_FOR_FEATURE";
  const validity = validityOf(purchase);
  const isGone = validity === "used" || validity === "over";
  useShownOffline(purchase);
  const Icon = isUsedUp ? IconTicket : IconQrcode;
  const press = (
    <PressLink
      to="/ticket/my-tickets"
      search={isUsedUp ? {} : { open: id }}
      data-whole
      variant={size === "wide" ? "bare" : "filled"}
    >
      <Icon size={24} aria-hidden="true" />
      {calls[status]()}
    </PressLink>
  );
  return (
    <Pass ticket={ticket} size={size} isGone={isGone}>
      {size === "wide" ? (
        <>
          <Suspense fallback={<span className={style.plate} />}>
            <QrPlate purchase={purchase} isCrossed={isUsedUp} />
          </Suspense>
          <ShortCode code={shortCode} />
          <ValidityMark purchase={purchase} />
          {press}
        </>
      ) : (
        <div className={`row wrap between gap-8 ${style.stub}`}>
          <span className="stack items-start">
            <ValidityMark purchase={purchase} />
            <ShortCode code={shortCode} />
          </span>
          {press}
        </div>
      )}
    </Pass>
  );
}

/** Fetches the screen of the code and its picture while nobody waits: in the crowd at a gate many have no network. */
function useShownOffline({ qrImage }: Purchase): void {
  const router = useRouter();
  useEffect(() => {
    fetchWhenResting(async () => {
      new Image().src = qrImage;
      await router.preloadRoute({ to: "/ticket/my-tickets" });
    });
  }, [router, qrImage]);
}
