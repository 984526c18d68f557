import { QueryClient } from "@tanstack/react-query";
import { isLost } from "../api.ts";
import { onLeave } from "../session.ts";
import { m } from "../text/compiled/messages.js";
import { clearToasts, toast } from "../ui/toast/toast.ts";

/** The answers that screens share; a lost connection is tried twice more, a refusal is final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: 10_000,
      retry: (failures, error) => isLost(error) && failures < 2,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

onLeave((leaving) => {
  queryClient.clear();
  if (leaving !== "chosen") return void toast({ kind: "warning", message: m.app_session_ended() });
  sessionStorage.clear();
  clearToasts();
});
