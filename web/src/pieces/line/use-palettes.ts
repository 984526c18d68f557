import { api } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { type Palette, paletteOf } from "../../ui/theme/palette.ts";

/** Milliseconds; colours seldom change, and news says so when they do. */
const staleTime = 600_000;

/**
 * The colours of booths by id; a booth without a theme shows the main one, as every booth does until they are known.
 */
export function usePalettes(): (boothId: number) => Palette | null {
  const themes = useQuery({ ...queryOf(api.boothThemes.list), staleTime });
  return (boothId) => {
    const theme = themes.data?.find((one) => one.boothId === boothId);
    return theme ? paletteOf(theme) : null;
  };
}
