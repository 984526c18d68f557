import { api, type Theme } from "@saha/contract";
import { useState } from "react";
import { call } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { differing } from "../../ui/form/differing.ts";
import { useForm } from "../../ui/form/use-form.ts";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";
import { defaultPalette, type Palette, paletteOf } from "../../ui/theme/palette.ts";
import { toast } from "../../ui/toast/toast.ts";
import { useLastWhole } from "./use-last-whole.ts";

/** The new logo is a file; `isLogoGone` takes the kept one away. */
type Typed = Palette & { boothId: number | null; logo: File | null; isLogoGone: boolean };

/** Holds the form of a booth's theme; a new one begins with the event's own colours. */
export function useBoothThemeForm(of: {
  theme: Theme | null;
  main: Theme | undefined;
  onSaved: (theme: Theme) => void;
}) {
  const { theme, main, onSaved } = of;
  const [unshown, setUnshown] = useState<File | null>(null);
  const start = paletteOf(theme ?? main ?? defaultPalette);
  const values: Typed = { boothId: theme?.boothId ?? null, ...start, logo: null, isLogoGone: false };
  const form = useForm({
    values,
    // The booth is no field of a change, and of a new theme the server says what is missing.
    body: (typed, before) => (theme ? differing(paletteOf(before), paletteOf(typed)) : paletteOf(typed)),
    schema: () => api.boothThemes.update.body,
    isEdit: theme !== null,
    fallback: m.form_failed(),
    send: async (colours, { typed }) => {
      const chosen = typed.logo && ((await readyToSend(typed.logo, "logo")) as unknown as string);
      const logo = chosen ? { logo: chosen } : typed.isLogoGone ? { logo: "" } : {};
      const body = { ...colours, ...logo };
      const saved = theme
        ? await call(api.boothThemes.update, { params: { id: String(theme.id) }, body })
        : await callOnce(api.boothThemes.create, {
            body: { ...paletteOf(typed), ...logo, boothId: typed.boothId as number },
          });
      onSaved(saved);
      void toast({ kind: "success", message: m.boothThemes_saved() });
    },
  });
  const { logo } = form.typed;
  const isShown = logo !== unshown;
  return {
    ...form,
    palette: useLastWhole(form.typed, start),
    /** The new logo, as far as this browser can show it. */
    shownLogo: isShown ? logo : null,
    isLogoUnshown: logo !== null && !isShown,
    leaveLogoUnshown: () => setUnshown(logo),
  };
}
