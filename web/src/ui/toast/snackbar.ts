import { toast } from "./toast.ts";

/** Tells an administrator that a change is kept; 3,000 ms (spec §9: admin snackbar). */
export function snackbar(message: string): void {
  void toast({ kind: "success", message, stays: 3000 });
}
