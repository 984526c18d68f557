import { Button } from "@mantine/core";
import { api, type Session } from "@saha/contract";
import { IconDeviceLaptop, IconDeviceMobile, IconLogout } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, keyOf, queryOf, sentenceOf } from "../../api.ts";
import { sayForgotten } from "../../say-forgotten.ts";
import { askUserAnew, logout, logoutEverywhere } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { Card } from "../../ui/card/card.tsx";
import { Chip } from "../../ui/chip/chip.tsx";
import { Confirm } from "../../ui/confirm/confirm.tsx";
import { withoutRow } from "../../ui/data-table/list-changes.ts";
import { ErrorState, Waiting } from "../../ui/state/state.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { usePast } from "../../ui/use-past.ts";
import { deviceName, isPhone } from "./device-name.ts";
import style from "./profile.module.css";

const own = queryOf(api.auth.sessions);

/** Milliseconds in which a list whose rows have slid takes no press: it was meant for the row that stood there. */
const rest = 500;

/** Where the own account is signed in, this device first; each can be signed out, or all of them (rules §2). */
export function Devices() {
  const devices = useQuery(own);
  const [isAsking, setIsAsking] = useState(false);
  const sorted = devices.data && [...devices.data].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const isResting = usePast(sorted?.map(({ id }) => id).join(), rest).length > 0;
  return (
    <Card as="section">
      <h2 className="text-20 strong">{m.profile_devices()}</h2>
      {devices.isPending && (
        <div role="status" aria-label={m.ui_state_loading()}>
          <Waiting width="100%" height={72} />
        </div>
      )}
      {devices.isError && !devices.data && <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />}
      {sorted && (
        <ul className={style.devices} data-resting={isResting || undefined}>
          {sorted.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
      <Button variant="light" color="error" fullWidth onClick={() => setIsAsking(true)}>
        {m.profile_devices_all()}
      </Button>
      {isAsking && (
        <Confirm
          title={m.profile_devices_all_title()}
          confirm={m.profile_devices_all()}
          tone="error"
          onClose={() => setIsAsking(false)}
          onMissing={() => setIsAsking(false)}
          onConfirm={logoutEverywhere}
        >
          {m.profile_devices_all_text()}
        </Confirm>
      )}
    </Card>
  );
}

function Device({ device }: { device: Session }) {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const name = deviceName(device.userAgent);
  const Icon = isPhone(device.userAgent) ? IconDeviceMobile : IconDeviceLaptop;

  async function end() {
    setIsBusy(true);
    if (device.isCurrent) return logout();
    try {
      const ended = await call(api.auth.endSession, { params: { id: String(device.id) } });
      if (ended.forgottenEmail !== undefined) void askUserAnew().catch(() => {});
      queries.setQueryData(own.queryKey, (now) => now && withoutRow(now, device.id));
      void toast({ kind: "success", message: m.profile_device_ended() });
      sayForgotten(ended);
    } catch (cause) {
      void toast({ kind: "error", message: sentenceOf(cause, m.ui_state_network()) });
      setIsBusy(false);
    }
    void queries.invalidateQueries({ queryKey: keyOf(api.auth.sessions) });
  }

  return (
    <li className={`row gap-12 rows-8 wrap ${style.device}`}>
      <span className={`centred flex-none muted ${style.deviceIcon}`} aria-hidden="true">
        <Icon size={24} />
      </span>
      <div className={style.deviceText}>
        <span className="row gap-8 rows-2 wrap bold">
          <bdi>{name}</bdi>
          {device.isCurrent && <Chip tone="secondary">{m.profile_device_current()}</Chip>}
        </span>
        <span className="muted text-15 hide-empty">
          {m.profile_device_used()} <bdi dir="ltr">{momentText(device.lastUsedAt)}</bdi>
        </span>
      </div>
      <Button
        variant="subtle"
        size="sm"
        loading={isBusy}
        aria-label={m.profile_device_end_name({ device: name })}
        leftSection={<IconLogout size={18} aria-hidden="true" className="mirrored-rtl" />}
        onClick={() => void end()}
      >
        {m.profile_device_end()}
      </Button>
    </li>
  );
}
