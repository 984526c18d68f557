import { Button } from "@mantine/core";
import type { Theme } from "@saha/contract";
import { IconDeviceFloppy, IconEye } from "@tabler/icons-react";
import { assetUrl } from "../../event-settings.ts";
import { m } from "../../text/compiled/messages.js";
import { FormMessage } from "../../ui/form/form-message.tsx";
import { AskBeforeLeaving } from "../../ui/form/leave-question.tsx";
import { usePreview } from "../../ui/picture/use-preview.ts";
import { Preview } from "./preview.tsx";
import { Readings } from "./readings.tsx";
import { ThemeFields } from "./theme-fields.tsx";
import style from "./themes.module.css";
import { useThemeForm } from "./use-theme-form.ts";

/**
 * Three colours and a logo beside what they make of the screens; Test paints this browser, Save everybody's (spec §2).
 */
export function ThemeForm({ saved }: { saved: Theme }) {
  const form = useThemeForm(saved);
  const { palette } = form;
  const preview = usePreview(form.shownLogo);
  const logo = preview ?? assetUrl(saved.logo) ?? null;

  return (
    <div className={`stack top gap-24 ${style.columns}`}>
      <AskBeforeLeaving isTouched={form.isTouched && !form.isOnTrial} />
      <form {...form.props} className="stack gap-16">
        <ThemeFields form={form} saved={assetUrl(saved.logo) ?? null} preview={preview} />
        <div className={`flex wrap gap-8 ${style.foot}`} data-trying={form.isOnTrial || undefined}>
          <FormMessage message={form.message} />
          {(form.isOnTrial || form.isTouched) && (
            <Button
              variant="subtle"
              color="gray"
              size="lg"
              className={style.reset ?? ""}
              aria-label={m.themes_reset()}
              onClick={form.reset}
            >
              {m.themes_undo()}
            </Button>
          )}
          <Button
            variant="light"
            size="lg"
            className={style.main ?? ""}
            leftSection={<IconEye size={22} aria-hidden="true" />}
            onClick={() => void form.test()}
          >
            {m.themes_test()}
          </Button>
          <Button
            type="submit"
            size="lg"
            className={style.main ?? ""}
            loading={form.isBusy}
            leftSection={<IconDeviceFloppy size={22} aria-hidden="true" />}
          >
            {m.themes_save()}
          </Button>
        </div>
      </form>
      <div className={`stack gap-16 ${style.shown}`}>
        <section aria-labelledby="theme-preview" className="min-0">
          <h2 id="theme-preview" className="mb-12 text-20 strong">
            {m.themes_preview()}
          </h2>
          <div className="flex wrap middle gap-24">
            <Preview palette={palette} scheme="light" logo={logo} />
            <Preview palette={palette} scheme="dark" logo={logo} />
          </div>
        </section>
        <Readings palette={palette} />
      </div>
    </div>
  );
}
