import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconPlus, IconRefresh, IconTicket, IconTrash } from "@tabler/icons-react";
import { m } from "../../text/compiled/messages.js";
import style from "./look.module.css";
import { Sample, Section } from "./section.tsx";

const icon = <IconTicket size={20} aria-hidden="true" />;

/** Everything that one presses, in each of its states. */
export function PressSection() {
  return (
    <Section id="buttons" title={m.look_buttons()} text={m.look_buttons_text()}>
      <Sample name={m.look_button_ranks()}>
        <div className="row wrap gap-12">
          <Button leftSection={icon}>{m.look_button_main()}</Button>
          <Button variant="light">{m.look_button_second()}</Button>
          <Button variant="default">{m.look_button_quiet()}</Button>
          <Button variant="subtle">{m.look_button_link()}</Button>
        </div>
      </Sample>
      <Sample name={m.look_button_danger()}>
        <div className="row wrap gap-12">
          <Button color="error" leftSection={<IconTrash size={20} aria-hidden="true" />}>
            {m.form_delete()}
          </Button>
          <Button color="error" variant="light">
            {m.form_delete()}
          </Button>
        </div>
      </Sample>
      <Sample name={m.look_button_states()}>
        <div className="row wrap gap-12">
          <Button loading>{m.look_button_main()}</Button>
          <Button disabled>{m.look_button_off()}</Button>
        </div>
      </Sample>
      <Sample name={m.look_button_sizes()}>
        <div className="row wrap gap-12">
          <Button size="lg">{m.look_size_large()}</Button>
          <Button>{m.look_size_middle()}</Button>
          <Button size="sm">{m.look_size_small()}</Button>
        </div>
      </Sample>
      <Sample name={m.look_button_hero()} bare>
        <div className={`row wrap gap-12 ${style.heroGround}`}>
          <Button variant="hero" leftSection={icon}>
            {m.home_get_ticket()}
          </Button>
          <Button variant="hero" disabled>
            {m.look_button_off()}
          </Button>
        </div>
      </Sample>
      <Sample name={m.look_button_icons()}>
        <div className="row wrap gap-12">
          <ActionIcon variant="filled" aria-label={m.look_icon_add()}>
            <IconPlus size={22} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="light" aria-label={m.look_icon_edit()}>
            <IconPencil size={22} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={m.table_refresh()}>
            <IconRefresh size={22} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="subtle" color="error" aria-label={m.form_delete()}>
            <IconTrash size={22} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" loading aria-label={m.ui_state_loading()} />
        </div>
      </Sample>
    </Section>
  );
}
