import { m } from "../../text/compiled/messages.js";
import { Card } from "../../ui/card/card.tsx";
import { ColourField } from "../../ui/colour-field/colour-field.tsx";
import type { Palette } from "../../ui/theme/palette.ts";
import { LogoField } from "./logo-field.tsx";
import { Palettes } from "./palettes-choice.tsx";
import { type ChosenHue, chosenHues } from "./reading.ts";

const words = {
  primary: { label: m.themes_primary, hint: m.themes_primary_hint },
  secondary: { label: m.themes_secondary, hint: m.themes_secondary_hint },
  tertiary: { label: m.themes_tertiary, hint: m.themes_tertiary_hint },
};

/** What the fields need of a theme's form, the event's own or a booth's. */
type Form = {
  typed: Palette & { logo: File | null };
  palette: Palette;
  errors: Partial<Record<string, string>>;
  isLogoUnshown: boolean;
  change: (fields: Partial<Palette> & { logo?: File | null }) => void;
  control: (hue: ChosenHue) => { value: string; error: string | undefined; onChange: (value: string) => void };
  leaveLogoUnshown: () => void;
};

/** Three colours, palettes to begin from, and a logo. */
export function ThemeFields(props: {
  form: Form;
  /** The address of the logo that is kept. */
  saved: string | null;
  preview: string | null;
  onRemoveLogo?: () => void;
}) {
  const { form, saved, preview, onRemoveLogo } = props;
  return (
    <>
      <Card as="section">
        <h2 className="mb-12 text-20 strong">{m.themes_colours()}</h2>
        <div className="stack gap-16">
          {chosenHues.map((hue) => (
            <ColourField
              key={hue}
              name={hue}
              label={words[hue].label()}
              description={words[hue].hint()}
              {...form.control(hue)}
            />
          ))}
        </div>
        <Palettes chosen={form.typed} onChoose={form.change} />
      </Card>
      <LogoField
        current={saved}
        chosen={form.typed.logo}
        preview={preview}
        palette={form.palette}
        error={form.errors.logo ?? (form.isLogoUnshown ? m.themes_logo_unreadable() : undefined)}
        onChoose={(file) => form.change({ logo: file })}
        onUnreadable={form.leaveLogoUnshown}
        {...(onRemoveLogo ? { onRemove: onRemoveLogo } : {})}
      />
    </>
  );
}
