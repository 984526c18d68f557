import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from "@mantine/core";

/** The hues that Mantine components know as `color`, named as the tokens are. */
const hueNames = ["primary", "secondary", "tertiary", "success", "warning", "error", "navbar"] as const;

/** Mantine's everyday names for the same meanings. */
const aliases: Record<string, string> = {
  red: "error",
  green: "success",
  teal: "success",
  yellow: "warning",
  orange: "warning",
};

function hueTuple(hue: string): MantineColorsTuple {
  const soft = `var(--${hue}-soft)`;
  const fill = `var(--${hue})`;
  return [
    soft,
    soft,
    `var(--${hue}-soft-hover)`,
    fill,
    fill,
    fill,
    fill,
    `var(--${hue}-hover)`,
    fill,
    `var(--${hue}-text)`,
  ];
}

/** The greys that Mantine's sheets name by number, in the meaning each number has there. */
const gray: MantineColorsTuple = [
  "var(--raised)",
  "var(--raised)",
  "var(--line)",
  "var(--line)",
  "var(--line-strong)",
  "var(--muted)",
  "var(--muted)",
  "var(--text)",
  "var(--text)",
  "var(--text)",
];

const dark: MantineColorsTuple = [
  "var(--text)",
  "var(--text)",
  "var(--muted)",
  "var(--muted)",
  "var(--line-strong)",
  "var(--raised)",
  "var(--surface)",
  "var(--page)",
  "var(--page)",
  "var(--page)",
];

/** Variants painted from tokens by reference, so that a subtree with another theme repaints by itself. */
const variantColorResolver: VariantColorsResolver = ({ color, theme, variant }) => {
  const name = color ?? theme.primaryColor;
  const clear = "1px solid transparent";
  if (name === "gray") {
    const isBare = variant === "subtle" || variant === "transparent";
    return {
      background: isBare ? "transparent" : "var(--raised)",
      hover: "var(--line)",
      color: "var(--text)",
      border: variant === "outline" ? "1px solid var(--line-strong)" : clear,
    };
  }
  const hue = aliases[name] ?? ((hueNames as readonly string[]).includes(name) ? name : theme.primaryColor);
  switch (variant) {
    case "hero":
      return { background: "var(--on-hero)", hover: "var(--on-hero-muted)", color: "var(--hero-a)", border: clear };
    case "filled":
      return {
        background: `var(--${hue})`,
        hover: `var(--${hue}-hover)`,
        color: `var(--on-${hue})`,
        border: `1px solid var(--${hue}-edge)`,
      };
    case "light":
      return {
        background: `var(--${hue}-soft)`,
        hover: `var(--${hue}-soft-hover)`,
        color: `var(--${hue}-text)`,
        border: clear,
      };
    case "outline":
      return {
        background: "transparent",
        hover: `var(--${hue}-soft)`,
        color: `var(--${hue}-text)`,
        border: `1px solid var(--${hue}-edge)`,
      };
    case "subtle":
    case "transparent":
      return {
        background: "transparent",
        hover: variant === "subtle" ? `var(--${hue}-soft)` : "transparent",
        color: `var(--${hue}-text)`,
        border: clear,
      };
    default:
      return {
        background: "var(--surface)",
        hover: "var(--raised)",
        color: "var(--text)",
        border: "1px solid var(--line-strong)",
      };
  }
};

/** Heights of buttons and fields; none below the touch target of 44 px but the ones made for tables. */
const heights: Record<string, string> = { xs: "36px", sm: "44px", md: "48px", lg: "56px", xl: "64px" };

/** Mantine in Saha's measures: 4-px grid, radii 12, 18, 24, touch targets of 44 px and more (interface: Look). */
export const mantineTheme = createTheme({
  colors: {
    ...Object.fromEntries(hueNames.map((hue) => [hue, hueTuple(hue)])),
    ...Object.fromEntries(Object.entries(aliases).map(([name, hue]) => [name, hueTuple(hue)])),
    gray,
    dark,
  },
  primaryColor: "primary",
  primaryShade: 5,
  variantColorResolver,
  fontFamily: "var(--font)",
  headings: {
    fontFamily: "var(--font)",
    fontWeight: "800",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "clamp(1.75rem, 1.35rem + 1.8vw, 2.5rem)", lineHeight: "1.5" },
      h2: { fontSize: "1.375rem", lineHeight: "1.5" },
      h3: { fontSize: "1.125rem", lineHeight: "1.5" },
    },
  },
  radius: { xs: "8px", sm: "12px", md: "12px", lg: "18px", xl: "24px" },
  defaultRadius: "md",
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  lineHeights: { xs: "1.6", sm: "1.6", md: "1.6", lg: "1.6", xl: "1.6" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Button: {
      // Without a colour of its own Mantine leaves out the edge that keeps a pale fill visible.
      defaultProps: { size: "md", color: "primary" },
      vars: (_theme: unknown, { size }: { size?: string }) => ({ root: { "--button-height": heights[size ?? "md"] } }),
    },
    ActionIcon: { defaultProps: { size: 44 } },
    CloseButton: { defaultProps: { size: 44 } },
    Input: {
      defaultProps: { size: "md" },
      vars: (_theme: unknown, { size }: { size?: string }) => ({
        wrapper: { "--input-height": heights[size ?? "md"] },
      }),
    },
    InputWrapper: { defaultProps: { size: "md" } },
  },
});

/** Mantine's own colour names as references to tokens; declared again on a subtree that has its own theme. */
export const mantineColours: Record<string, string> = {
  "--mantine-color-body": "var(--page)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-bright": "var(--text)",
  "--mantine-color-dimmed": "var(--muted)",
  "--mantine-color-placeholder": "var(--muted)",
  "--mantine-color-anchor": "var(--primary-text)",
  "--mantine-color-error": "var(--error-text)",
  "--mantine-color-success": "var(--success-text)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--raised)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-color-disabled": "var(--raised)",
  "--mantine-color-disabled-color": "var(--muted)",
  "--mantine-color-disabled-border": "var(--line)",
  "--mantine-primary-color-filled": "var(--primary)",
  "--mantine-primary-color-filled-hover": "var(--primary-hover)",
  "--mantine-primary-color-light": "var(--primary-soft)",
  "--mantine-primary-color-light-hover": "var(--primary-soft-hover)",
  "--mantine-primary-color-light-color": "var(--primary-text)",
  "--mantine-primary-color-contrast": "var(--on-primary)",
  ...Object.assign(
    {},
    ...hueNames.map((hue) => ({
      [`--mantine-color-${hue}-text`]: `var(--${hue}-text)`,
      [`--mantine-color-${hue}-filled`]: `var(--${hue})`,
      [`--mantine-color-${hue}-filled-hover`]: `var(--${hue}-hover)`,
    })),
  ),
};
