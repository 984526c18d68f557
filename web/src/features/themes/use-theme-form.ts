import { api, type Theme } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, queryOf } from "../../api.ts";
import { onLeave } from "../../session.ts";
import { m } from "../../text/compiled/messages.js";
import { differing } from "../../ui/form/differing.ts";
import type { Draft as KeptDraft } from "../../ui/form/drafts.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";
import { applyMainTheme, isTrying, tryTheme, useTried } from "../../ui/theme/main-theme.ts";
import { paletteOf } from "../../ui/theme/palette.ts";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { type Draft, draftOf, isSame } from "./draft.ts";
import { useLastWhole } from "./use-last-whole.ts";

let tried: Partial<Draft> | null = null;

/** What is being tried out is still there when one comes back from the screens that it paints. */
const trial: KeptDraft<Draft> = {
  read: () => (isTrying() && tried) || {},
  write: (changed) => {
    tried = changed;
  },
};

onLeave((leaving) => {
  if (leaving === "chosen") void tryTheme(null);
});

/** Holds the form of the main theme: what is typed, its trial in this browser, and the saving. */
export function useThemeForm(saved: Theme) {
  const queries = useQueryClient();
  const isOnTrial = useTried() !== null;
  const [unshown, setUnshown] = useState<File | null>(null);
  const form = useForm({
    values: draftOf(saved),
    body: (typed, before) => differing(paletteOf(before), paletteOf(typed)),
    schema: () => api.themes.updateMain.body,
    isSame,
    isEdit: true,
    draft: trial,
    fallback: m.ui_state_network(),
    send: async (colours, { typed, fill }) => {
      // The contract knows a picture by the path that the server gives it.
      const picture = typed.logo && ((await readyToSend(typed.logo, "logo")) as unknown as string);
      const body = { ...colours, ...(picture ? { logo: picture } : {}) };
      const next = await call(api.themes.updateMain, { body });
      queries.setQueryData(queryOf(api.themes.main).queryKey, next);
      // Repaints the application at once (spec §8).
      await applyMainTheme(next);
      fill(draftOf(next));
      snackbar(m.themes_saved());
    },
  });
  const palette = useLastWhole(form.typed, saved);
  const { logo } = form.typed;
  const isShown = logo !== unshown;

  return {
    ...form,
    isOnTrial,
    /** What is typed, as far as it is whole. */
    palette,
    /** The new logo, as far as this browser can show it. */
    shownLogo: isShown ? logo : null,
    isLogoUnshown: logo !== null && !isShown,
    /** What this browser can't show stays chosen: why it is refused, the server knows best. */
    leaveLogoUnshown: () => setUnshown(logo),
    reset: () => {
      form.reset();
      void tryTheme(null);
    },
    /** Paints this browser in what is typed, when it is whole (spec §2: test). */
    test: async () => {
      if (!(await form.check())) return;
      trial.write(differing(draftOf(saved), form.typed));
      void tryTheme({ palette: paletteOf(form.typed), logo: isShown ? logo : null });
    },
  };
}
