import "@mantine/core/styles/Input.css";
import { NativeSelect } from "@mantine/core";
import { api, type Theme } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { assetUrl } from "../../event-settings.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { DialogFoot, DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { usePreview } from "../../ui/picture/use-preview.ts";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";
import { Preview } from "./preview.tsx";
import { Readings } from "./readings.tsx";
import { ThemeFields } from "./theme-fields.tsx";
import style from "./themes.module.css";
import { useBoothThemeForm } from "./use-booth-theme-form.ts";

/**
 * Gives a booth colours and a logo of its own, or changes them: the main theme's editor, with what comes of it in both
 * schemes.
 */
export function BoothThemeDialog({ row: theme, onSaved, onClose }: RowFormProps<Theme>) {
  const booths = useQuery(queryOf(api.booths.list)).data ?? [];
  const themes = useQuery(queryOf(api.boothThemes.list)).data ?? [];
  const main = useQuery(queryOf(api.themes.main)).data;
  const form = useBoothThemeForm({ theme, main, onSaved });
  const preview = usePreview(form.shownLogo);
  const saved = assetUrl(theme?.logo) ?? null;
  // Without a logo of its own a booth shows the event's.
  const logo = preview ?? (form.typed.isLogoGone ? null : saved) ?? assetUrl(main?.logo) ?? null;
  const booth = booths.find(({ id }) => id === theme?.boothId);
  return (
    <DialogFrame
      title={
        theme ? m.boothThemes_edit_title({ booth: booth?.name ?? `#${theme.boothId}` }) : m.boothThemes_add_title()
      }
      size={700}
      isTouched={form.isTouched}
      onClose={onClose}
    >
      <form {...form.props} className="stack gap-16">
        <FormMessage message={form.message} />
        {!theme && (
          <NativeSelect
            name="boothId"
            label={m.boothThemes_col_booth()}
            required
            data-autofocus
            error={form.errors.boothId}
            value={form.typed.boothId ?? ""}
            data={[
              { value: "", label: m.boothThemes_choose(), disabled: true },
              ...booths.map(({ id, name }) => {
                const isTaken = themes.some(({ boothId }) => boothId === id);
                return {
                  value: String(id),
                  label: isTaken ? m.boothThemes_taken({ booth: name }) : name,
                  disabled: isTaken,
                };
              }),
            ]}
            onChange={({ currentTarget }) => form.change({ boothId: Number(currentTarget.value) || null })}
          />
        )}
        <ThemeFields
          form={form}
          saved={form.typed.isLogoGone ? null : saved}
          preview={preview}
          {...(theme?.logo && !form.typed.isLogoGone
            ? { onRemoveLogo: () => form.change({ isLogoGone: true, logo: null }) }
            : {})}
        />
        <section className={`stack gap-16 ${style.shown}`} aria-label={m.themes_preview()}>
          <div className="flex wrap middle gap-24">
            <Preview palette={form.palette} scheme="light" logo={logo} />
            <Preview palette={form.palette} scheme="dark" logo={logo} />
          </div>
          <Readings palette={form.palette} />
        </section>
        <DialogFoot submit={theme ? m.form_save() : m.form_add()} isSending={form.isBusy} onCancel={onClose} />
      </form>
    </DialogFrame>
  );
}
