import { IconCameraOff } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import type { CameraFailure, CameraProblem } from "./camera-problem.ts";
import style from "./qr-scanner.module.css";

const sentences: Record<CameraProblem, { what: () => string; next: () => string }> = {
  insecure: { what: () => m.scanner_insecure(), next: () => m.scanner_insecure_next() },
  unsupported: { what: () => m.scanner_unsupported(), next: () => m.scanner_unsupported_next() },
  denied: { what: () => m.scanner_denied(), next: () => m.scanner_denied_next() },
  missing: { what: () => m.scanner_missing(), next: () => m.scanner_missing_next() },
  busy: { what: () => m.scanner_busy(), next: () => m.scanner_busy_next() },
  slow: { what: () => m.scanner_slow(), next: () => m.scanner_slow_next() },
  stopped: { what: () => m.scanner_stopped(), next: () => m.scanner_stopped_next() },
  unread: { what: () => m.scanner_unread(), next: () => m.scanner_unread_next() },
  renewed: { what: () => m.ui_renewed_title(), next: () => m.ui_renewed_text() },
  unknown: { what: () => m.scanner_unknown(), next: () => m.scanner_unknown_next() },
};

/** Says why there is no picture and what to do about it, with the browser's own name and message below (spec §8). */
export function CameraTrouble({ failure }: { failure: CameraFailure }) {
  const { what, next } = sentences[failure.problem];
  return (
    <div role="alert" className={style.trouble}>
      <IconCameraOff size={56} stroke={1.5} aria-hidden />
      <p className={style.what}>{what()}</p>
      <p>{next()}</p>
      <p className={style.detail} dir="ltr" lang="en">
        {failure.name}: {failure.message}
      </p>
    </div>
  );
}
