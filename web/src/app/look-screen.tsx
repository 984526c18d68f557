import { Look } from "../features/look/look.tsx";
import { QrPlate } from "../features/tickets/qr-plate.tsx";
import { TypeChip } from "../features/tickets/type-chip.tsx";
import { m } from "../text/compiled/messages.js";
import { qrImage } from "./qr-sample.ts";

/** The interface kit with what tickets add to it: metal plates and QR plates. */
export function LookScreen() {
  const purchase = { qrImage, ticket: { title: m.themes_sample_event() } };
  return (
    <Look
      types={(["Silver", "Gold", "Premium"] as const).map((type) => <TypeChip key={type} type={type} />)}
      plates={
        <>
          <QrPlate purchase={purchase} />
          <QrPlate purchase={purchase} isCrossed />
          <QrPlate purchase={{ ...purchase, qrImage: "data:," }} />
        </>
      }
    />
  );
}
