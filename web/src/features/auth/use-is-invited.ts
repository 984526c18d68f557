import { useSearch } from "@tanstack/react-router";

/** Whether the visitor came by an invitation's link, which waits behind the sign-in with its code. */
export function useIsInvited(): boolean {
  const { from } = useSearch({ strict: false });
  return from?.startsWith("/ticket/invitation?") ?? false;
}
