import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useState } from "react";
import { m } from "../text/compiled/messages.js";
import { onDemand } from "../ui/on-demand.tsx";
import { Press } from "../ui/press/press.tsx";

const VisitorMenu = onDemand(async () => (await import("./visitor-menu.tsx")).VisitorMenu);

/** Look and language for someone who is not signed in. */
export function VisitorSettings() {
  const [isWanted, setIsWanted] = useState(false);
  const icon = <IconAdjustmentsHorizontal size={24} aria-hidden="true" />;
  const button = (
    <Press
      variant="icon"
      aria-label={m.app_settings()}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
    >
      {icon}
    </Press>
  );
  if (!isWanted) return button;
  return <VisitorMenu icon={icon} fallback={button} onMissing={() => setIsWanted(false)} />;
}
