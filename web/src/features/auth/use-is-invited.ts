import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { claimInvitation } from "../../invited.ts";

/** Whether the visitor came by an invitation's link, which waits behind the sign-in with its code. */
export function useIsInvited(): boolean {
  const { from } = useSearch({ strict: false });
  // Whoever signs in here has the code alone.
  useEffect(() => () => void claimInvitation(), []);
  return from === "/ticket/invitation" && !!claimInvitation();
}
