import { ActionIcon } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { m } from "../text/compiled/messages.js";

const load = () => import("./visitor-menu.tsx");
const VisitorMenu = lazy(async () => ({ default: (await load()).VisitorMenu }));

/** Look and language for someone who is not signed in. */
export function VisitorSettings() {
  const [isWanted, setIsWanted] = useState(false);
  const icon = <IconAdjustmentsHorizontal size={24} aria-hidden="true" />;
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={m.app_settings()}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setIsWanted(true)}
    >
      {icon}
    </ActionIcon>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <VisitorMenu icon={icon} />
    </Suspense>
  );
}
