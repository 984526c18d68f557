import { api, type Booth, type Theme } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { useLocalized } from "../../text/use-localized.ts";
import { idColumn, pictureColumn } from "../../ui/data-table/column-kinds.tsx";
import type { Column } from "../../ui/data-table/columns.ts";
import { ResourcePage } from "../../ui/resource-page/resource-page.tsx";
import { BoothThemeDialog } from "./booth-theme-dialog.tsx";
import type { ChosenHue } from "./reading.ts";
import style from "./themes.module.css";

/** The themes of booths (spec §2); a booth without one shows the event's own. */
export function DashboardThemes() {
  const booths = useQuery(queryOf(api.booths.list));
  const name = (theme: Theme) => boothOf(booths.data ?? [], theme);
  return (
    <ResourcePage
      list={api.boothThemes.list}
      related={related}
      names={[booths]}
      title={m.boothThemes_title()}
      columns={useLocalized(() => themeColumns(booths.data ?? []), [booths.data])}
      nameOf={name}
      whenEmpty={{ title: m.boothThemes_none_title(), text: m.boothThemes_none_text() }}
      add={m.boothThemes_add()}
      form={BoothThemeDialog}
      remove={{
        endpoint: api.boothThemes.remove,
        title: m.boothThemes_delete_title(),
        text: (theme) => m.boothThemes_delete_text({ booth: name(theme) }),
      }}
    />
  );
}

const related = [api.booths.list];

/** The name of a theme's booth, or its number where the booth is unknown. */
export function boothOf(booths: readonly Booth[], { boothId }: Pick<Theme, "boothId">): string {
  return booths.find(({ id }) => id === boothId)?.name ?? `#${boothId}`;
}

function themeColumns(booths: readonly Booth[]): Column<Theme>[] {
  return [
    idColumn(),
    {
      id: "booth",
      title: m.boothThemes_col_booth(),
      value: (theme) => boothOf(booths, theme),
      width: 200,
      grow: 2,
      isMain: true,
    },
    colourColumn("primary", m.themes_primary()),
    colourColumn("secondary", m.themes_secondary()),
    colourColumn("tertiary", m.themes_tertiary()),
    pictureColumn("logo", m.boothThemes_col_logo()),
  ];
}

/** A colour as a chip: itself, and its hex beside it. */
function colourColumn(hue: ChosenHue, title: string): Column<Theme> {
  return {
    id: hue,
    title,
    value: (theme) => theme[hue].toUpperCase(),
    show: (theme) => (
      <span className={`inline-row gap-8 mono text-14 ${style.colourChip}`} dir="ltr">
        <i style={{ background: theme[hue] }} />
        {theme[hue].toUpperCase()}
      </span>
    ),
    width: 150,
    grow: 0,
  };
}
