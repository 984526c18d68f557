import { onDemand } from "../on-demand.tsx";

/** Asks before something is done, in a dialog whose code is not part of the screen's first load. */
export const Confirm = onDemand(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);
