import { m } from "../../text/compiled/messages.js";
import { Page } from "../../ui/page/page.tsx";
import { DialogsSection } from "./dialogs-section.tsx";
import { FieldsSection } from "./fields-section.tsx";
import { LettersSection } from "./letters-section.tsx";
import style from "./look.module.css";
import { MomentsSection } from "./moments-section.tsx";
import { PassesSection } from "./passes-section.tsx";
import { PressSection } from "./press-section.tsx";
import { StatesSection } from "./states-section.tsx";
import { SurfacesSection } from "./surfaces-section.tsx";
import { TableSection } from "./table-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

const index = [
  ["colours", m.look_colours],
  ["letters", m.look_letters],
  ["buttons", m.look_buttons],
  ["fields", m.look_fields],
  ["surfaces", m.look_surfaces_title],
  ["passes", m.look_passes],
  ["states", m.look_states],
  ["table", m.look_table],
  ["dialogs", m.look_dialogs],
  ["moments", m.look_moments],
] as const;

/** Every widget in all its states on one page, for those who build and judge the look. */
export function Look() {
  return (
    <Page title={m.look_title()} lead={m.look_lead()} width="wide">
      <nav aria-label={m.look_index()} className={style.index}>
        {index.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name()}
          </a>
        ))}
      </nav>
      <TokensSection />
      <LettersSection />
      <PressSection />
      <FieldsSection />
      <SurfacesSection />
      <PassesSection />
      <StatesSection />
      <TableSection />
      <DialogsSection />
      <MomentsSection />
    </Page>
  );
}
