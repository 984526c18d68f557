import { Button, FileButton } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { m } from "../../text/compiled/messages.js";
import { Brand } from "../../ui/brand/brand.tsx";
import { Card } from "../../ui/card/card.tsx";
import { pictureTypes } from "../../ui/picture/use-preview.ts";
import type { Palette } from "../../ui/theme/palette.ts";
import { ThemeScope } from "../../ui/theme/theme-scope.tsx";
import style from "./themes.module.css";

/** The logo that is there or was chosen, on both grounds that it will stand on, and the choice of another. */
export function LogoField(props: {
  current: string | null;
  chosen: File | null;
  preview: string | null;
  palette: Palette;
  error: string | undefined;
  onChoose: (file: File | null) => void;
  onUnreadable: () => void;
  /** Takes the kept logo away, where that is possible. */
  onRemove?: () => void;
}) {
  const { current, chosen, preview, palette, error, onChoose, onUnreadable, onRemove } = props;
  const wrong = useId();
  const forget = useRef<() => void>(null);
  const logo = preview ?? current;
  const grounds = [
    { scheme: "light", name: m.themes_logo_on_light() },
    { scheme: "dark", name: m.themes_logo_on_dark() },
  ] as const;
  return (
    <Card as="section">
      <h2 className="mb-12 text-20 strong">{m.themes_logo()}</h2>
      <div className={style.grounds}>
        {grounds.map(({ scheme, name }) => (
          <ThemeScope key={scheme} palette={palette} scheme={scheme}>
            {/* Errors of pictures do not bubble, but they pass on their way down. */}
            <div
              role="img"
              aria-label={name}
              className={style.ground}
              onErrorCapture={() => preview !== null && onUnreadable()}
            >
              <Brand logo={logo} />
            </div>
          </ThemeScope>
        ))}
      </div>
      <div className="row gap-8 rows-4 wrap">
        <FileButton
          resetRef={forget}
          accept={pictureTypes}
          onChange={(file) => file && onChoose(file)}
          inputProps={{ "aria-label": m.themes_logo() }}
        >
          {(button) => (
            <Button
              {...button}
              data-wrong={error ? true : undefined}
              aria-describedby={error ? wrong : undefined}
              variant="light"
              leftSection={<IconPhoto size={20} aria-hidden="true" />}
            >
              {logo ? m.themes_logo_change() : m.themes_logo_choose()}
            </Button>
          )}
        </FileButton>
        {chosen && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              // The same file can be chosen again.
              forget.current?.();
              onChoose(null);
            }}
          >
            {m.themes_undo()}
          </Button>
        )}
        {!chosen && onRemove && (
          <Button variant="subtle" color="gray" onClick={onRemove}>
            {m.boothThemes_remove_logo()}
          </Button>
        )}
        <span role="status" className="hide-empty mt-8 muted text-14">
          {chosen && !error ? m.themes_logo_new() : ""}
        </span>
      </div>
      <p id={wrong} role="alert" className="hide-empty mt-8 text-error semibold">
        {error}
      </p>
      <p className="hide-empty mt-8 muted text-14">{m.themes_logo_hint()}</p>
    </Card>
  );
}
