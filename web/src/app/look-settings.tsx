import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconPalette, IconSun } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { m } from "../text/compiled/messages.js";
import { language, setLanguage } from "../text/language.ts";
import { selectBooth, useSelectedBooth } from "../ui/theme/main-theme.ts";
import classes from "./account.module.css";

/**
 * Light, dark or as the system is; Arabic or English; and the way back from a selected booth's colours. All kept in
 * this browser.
 */
export function LookSettings() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isBooths = useSelectedBooth() !== null;
  const schemes = [
    { value: "light", label: <Choice icon={<IconSun size={18} />} text={m.app_scheme_light()} /> },
    { value: "dark", label: <Choice icon={<IconMoon size={18} />} text={m.app_scheme_dark()} /> },
    { value: "auto", label: <Choice icon={<IconDeviceDesktop size={18} />} text={m.app_scheme_auto()} /> },
  ];
  return (
    <div className={classes.settings}>
      <SegmentedControl
        aria-label={m.app_scheme()}
        fullWidth
        radius="md"
        data={schemes}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)}
        transitionDuration={140}
        classNames={{ root: classes.choices ?? "", label: classes.choice ?? "", indicator: classes.chosen ?? "" }}
      />
      <SegmentedControl
        aria-label={m.app_language()}
        fullWidth
        radius="md"
        data={[
          { value: "ar", label: <span lang="ar">العربية</span> },
          { value: "en", label: <span lang="en">English</span> },
        ]}
        value={language()}
        onChange={(value) => setLanguage(value === "en" ? "en" : "ar")}
        transitionDuration={140}
        classNames={{ root: classes.choices ?? "", label: classes.choice ?? "", indicator: classes.chosen ?? "" }}
      />
      {isBooths && (
        <UnstyledButton className={classes.entry} onClick={() => void selectBooth(null)}>
          <IconPalette size={22} aria-hidden="true" />
          {m.play_colours_off()}
        </UnstyledButton>
      )}
    </div>
  );
}

function Choice({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span className={classes.withIcon}>
      <span aria-hidden="true" className={classes.choiceIcon}>
        {icon}
      </span>
      {text}
    </span>
  );
}
