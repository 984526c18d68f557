import { Button } from "@mantine/core";
import type { Theme } from "@saha/contract";
import { IconDeviceFloppy, IconEye } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef } from "react";
import { assetUrl } from "../../event.ts";
import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { ColourField } from "../../ui/colour-field/colour-field.tsx";
import { usePreview } from "../../ui/picture/use-preview.ts";
import { isChanged } from "./draft.ts";
import { LogoField } from "./logo-field.tsx";
import { Palettes } from "./palettes-choice.tsx";
import { Preview } from "./preview.tsx";
import { chosenHues } from "./reading.ts";
import { Readings } from "./readings.tsx";
import style from "./themes.module.css";
import { useThemeDraft } from "./use-theme-draft.ts";

const words = {
  primary: { label: m.themes_primary, hint: m.themes_primary_hint },
  secondary: { label: m.themes_secondary, hint: m.themes_secondary_hint },
  tertiary: { label: m.themes_tertiary, hint: m.themes_tertiary_hint },
};

/** Three colours and a logo beside what they make of the screens; Test paints this browser, Save everybody's (spec §2). */
export function ThemeForm({ saved }: { saved: Theme }) {
  const form = useThemeDraft(saved);
  const { draft, errors, palette } = form;
  const element = useRef<HTMLFormElement>(null);
  const preview = usePreview(form.shownLogo);
  const logo = preview ?? assetUrl(saved.logo) ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal leads to the first field that is wrong
  useEffect(
    () => element.current?.querySelector<HTMLElement>("[aria-invalid=true], button[data-wrong]")?.focus(),
    [form.refusals],
  );

  function save(event: FormEvent) {
    event.preventDefault();
    void form.save();
  }

  return (
    <div className={style.columns}>
      <form ref={element} noValidate onSubmit={save} className={style.form}>
        <Card as="section">
          <h2 className={style.sectionTitle}>{m.themes_colours()}</h2>
          <div className={style.fields}>
            {chosenHues.map((hue) => (
              <ColourField
                key={hue}
                name={hue}
                label={words[hue].label()}
                description={words[hue].hint()}
                value={draft[hue]}
                error={errors[hue]}
                onChange={(hex) => form.change({ [hue]: hex })}
              />
            ))}
          </div>
          <Palettes chosen={draft} onChoose={form.change} />
        </Card>
        <LogoField
          current={assetUrl(saved.logo) ?? null}
          chosen={draft.logo}
          preview={preview}
          palette={palette}
          error={errors.logo ?? (form.isLogoUnshown ? m.themes_logo_unreadable() : undefined)}
          onChoose={(file) => form.change({ logo: file })}
          onUnreadable={form.leaveLogoUnshown}
        />
        <div className={style.foot} data-trying={form.isTrying || undefined}>
          <p role="alert" className={style.message}>
            {form.message}
          </p>
          <p role="status" className={style.idle}>
            {form.isIdle ? m.themes_nothing_new() : ""}
          </p>
          {(form.isTrying || isChanged(draft, saved)) && (
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
            onClick={form.test}
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
      <div className={style.shown}>
        <section aria-labelledby="theme-preview" className={style.previews}>
          <h2 id="theme-preview" className={style.sectionTitle}>
            {m.themes_preview()}
          </h2>
          <div className={style.phones}>
            <Preview palette={palette} scheme="light" logo={logo} />
            <Preview palette={palette} scheme="dark" logo={logo} />
          </div>
        </section>
        <Readings palette={palette} />
      </div>
    </div>
  );
}
