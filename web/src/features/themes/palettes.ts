import { m } from "../../text/compiled/messages.js";
import { defaultPalette, type Palette } from "../../ui/theme/palette.ts";

/** Palettes to begin from; the first is the product's own. */
export const palettes: readonly { id: string; name: () => string; palette: Palette }[] = [
  { id: "saha", name: m.themes_palette_saha, palette: defaultPalette },
  {
    id: "dunes",
    name: m.themes_palette_dunes,
    palette: { primary: "#B4541A", secondary: "#0E7C7B", tertiary: "#E9B949" },
  },
  {
    id: "palms",
    name: m.themes_palette_palms,
    palette: { primary: "#0B7A4B", secondary: "#F2A900", tertiary: "#D1495B" },
  },
  {
    id: "gulf",
    name: m.themes_palette_gulf,
    palette: { primary: "#0A5BD3", secondary: "#00C2A8", tertiary: "#FF8A3D" },
  },
  {
    id: "night",
    name: m.themes_palette_night,
    palette: { primary: "#4338CA", secondary: "#F472B6", tertiary: "#FACC15" },
  },
  {
    id: "arcade",
    name: m.themes_palette_arcade,
    palette: { primary: "#E11D48", secondary: "#38BDF8", tertiary: "#A3E635" },
  },
];
