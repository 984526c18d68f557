import { Category } from "@saha/contract";
import { Artwork } from "../../pieces/artwork/artwork.tsx";
import { Pass, type PassTicket } from "../../pieces/pass/pass.tsx";
import { m } from "../../text/compiled/messages.js";
import type { Palette } from "../../ui/theme/palette.ts";
import { samplePass } from "./sample-pass.ts";
import { Sample, Section } from "./section.tsx";

const kinds: Pick<PassTicket, "type" | "categoryId">[] = [
  { type: "Gold", categoryId: Category.Free },
  { type: "Silver", categoryId: Category.Free },
  { type: "Premium", categoryId: Category.Free },
  { type: null, categoryId: Category.Invitation },
  { type: null, categoryId: Category.Paid },
  { type: null, categoryId: Category.Free },
];

const booths: [seed: string, palette: Palette][] = [
  ["booth:1", { primary: "#F97316", secondary: "#FDE047", tertiary: "#FDA4AF" }],
  ["booth:2", { primary: "#15803D", secondary: "#BEF264", tertiary: "#FDE047" }],
  ["booth:3", { primary: "#1D4ED8", secondary: "#67E8F9", tertiary: "#F0ABFC" }],
  ["booth:4", { primary: "#CA8A04", secondary: "#67E8F9", tertiary: "#FEF3C7" }],
  ["booth:5", { primary: "#BE185D", secondary: "#FDBA74", tertiary: "#A5F3FC" }],
  ["booth:6", { primary: "#0F766E", secondary: "#F43F5E", tertiary: "#5EEAD4" }],
];

const turns = [0, 22.5, 45];
const angles = [45, 52, 58, 63];

/** A ticket in every metal and size, and the artwork that stands for what has no picture. */
export function PassesSection() {
  const tickets = kinds.map((kind, index) => ({ ...samplePass(), ...kind, id: index + 1 }));
  const [first] = tickets;
  return (
    <Section id="passes" title={m.look_passes()} text={m.look_passes_text()}>
      {tickets.map((ticket) => (
        <Sample key={ticket.id} name={m.look_pass_hero()} bare>
          <Pass ticket={ticket} size="hero" heading="p">
            <b>{m.format_status_active()}</b>
          </Pass>
        </Sample>
      ))}
      {tickets.map((ticket) => (
        <Sample key={ticket.id} name={m.look_pass_row()} bare>
          <Pass ticket={ticket} size="row" heading="p">
            <span />
          </Pass>
        </Sample>
      ))}
      {first && (
        <>
          <Sample name={m.look_pass_gone()} bare>
            <Pass ticket={first} size="row" heading="p" isGone details={m.tickets_why_sold_out()}>
              <span />
            </Pass>
          </Sample>
          <Sample name={m.look_pass_strip()} bare>
            <Pass ticket={first} size="strip" heading="p">
              <span />
            </Pass>
          </Sample>
          <Sample name={m.look_pass_wide()} span="whole" bare>
            <Pass ticket={first} size="wide" heading="p">
              <span />
            </Pass>
          </Sample>
        </>
      )}
      <Sample name={m.look_artwork()} span="whole" bare>
        <div className="row wrap gap-12">
          {booths.map(([seed, palette], index) => (
            <Artwork
              key={seed}
              seed={seed}
              kind="picture"
              width={208}
              height={256}
              focus={[67, 69]}
              pitch={96}
              reach={190}
              angle={angles[index % angles.length] ?? 45}
              turn={turns[index % turns.length] ?? 0}
              palette={palette}
            />
          ))}
        </div>
      </Sample>
    </Section>
  );
}
