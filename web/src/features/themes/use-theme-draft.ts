import { api, type Theme } from "@saha/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call, queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useOnSpeak } from "../../text/language.ts";
import { type FieldErrors, refusalOf } from "../../ui/form/issues.ts";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";
import { applyMainTheme, tryTheme, useTried } from "../../ui/theme/main-theme.ts";
import type { Palette } from "../../ui/theme/palette.ts";
import { snackbar } from "../../ui/toast/snackbar.ts";
import { type Draft, draftOf, isChanged, paintable, wrongColours } from "./draft.ts";

/** What was being tried out when the screen was left, so that it is still there when one comes back. */
let left: Draft | null = null;

/** The form of the main theme: what is typed, what is wrong with it, the trial and the saving. Nothing typed is lost on a refusal. */
export function useThemeDraft(saved: Theme) {
  const queries = useQueryClient();
  const isTrying = useTried() !== null;
  const [{ draft, palette }, setForm] = useState(() => opened((isTrying && left) || draftOf(saved), saved));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isIdle, setIsIdle] = useState(false);
  const [unshown, setUnshown] = useState<File | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    left = draft;
  }, [draft]);

  const isShown = draft.logo !== unshown;

  useOnSpeak(() => {
    setErrors({});
    setMessage(null);
  });

  /** Changes fields and takes back what was said against them. */
  function change(fields: Partial<Draft>) {
    setForm((now) => opened({ ...now.draft, ...fields }, now.palette));
    setMessage(null);
    setIsIdle(false);
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in fields))));
  }

  function isWhole(): boolean {
    const wrong = wrongColours(draft);
    const isRight = Object.keys(wrong).length === 0;
    setIsIdle(false);
    if (isRight) {
      setErrors({});
      setMessage(null);
    } else refuse(wrong, null);
    return isRight;
  }

  function refuse(atFields: FieldErrors, sentence: string | null) {
    setErrors(atFields);
    setMessage(sentence);
    setRefusals((count) => count + 1);
  }

  return {
    draft,
    errors,
    message,
    /** There was nothing to save when Save was pressed. */
    isIdle,
    /** Counts up with each refusal, so that the form leads to what is wrong. */
    refusals,
    isBusy,
    isTrying,
    /** What is typed, as far as it is whole. */
    palette,
    change,
    /** The new logo, as far as this browser can show it. */
    shownLogo: isShown ? draft.logo : null,
    isLogoUnshown: draft.logo !== null && !isShown,
    /** What this browser can't show stays chosen: why it is refused, the server knows best. */
    leaveLogoUnshown: () => setUnshown(draft.logo),
    reset: () => {
      setForm(opened(draftOf(saved), saved));
      setErrors({});
      setMessage(null);
      setIsIdle(false);
      void tryTheme(null);
    },
    /** Paints this browser in what is typed, when it is whole (spec §2: test). */
    test: () => {
      if (isWhole()) void tryTheme({ palette, logo: isShown ? draft.logo : null });
    },
    /** Saves what is typed, when it is whole and anything is new, and repaints the application at once (spec §8). */
    save: async () => {
      if (isBusy || !isWhole()) return;
      if (!isChanged(draft, saved)) return setIsIdle(true);
      setIsBusy(true);
      try {
        const { primary, secondary, tertiary, logo } = draft;
        // The contract knows a picture by the path that the server gives it.
        const picture = logo && ((await readyToSend(logo, "logo")) as unknown as string);
        const body = { primary, secondary, tertiary, ...(picture ? { logo: picture } : {}) };
        const next = await call(api.themes.updateMain, { body });
        queries.setQueryData(queryOf(api.themes.main).queryKey, next);
        await applyMainTheme(next);
        setForm(opened(draftOf(next), next));
        snackbar(m.themes_saved());
      } catch (cause) {
        const { atFields, message: sentence } = refusalOf(
          cause,
          ["primary", "secondary", "tertiary", "logo"],
          m.ui_state_network(),
        );
        refuse(atFields, sentence);
      } finally {
        setIsBusy(false);
      }
    },
  };
}

function opened(draft: Draft, before: Palette) {
  return { draft, palette: paintable(draft, before) };
}
