import "@mantine/core/styles/Input.css";
import { TextInput } from "@mantine/core";
import style from "./data-table.module.css";

/** Narrows a table to the rows of one of the event's days; emptied, it lets all through. */
export function DayChoice({
  label,
  day,
  onChoose,
}: {
  label: string;
  day: string | undefined;
  onChoose: (day?: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the library's input is the control inside
    <label className={style.dayChoice}>
      {label}
      <TextInput
        type="date"
        size="md"
        aria-label={label}
        value={day ?? ""}
        onChange={(event) => onChoose(event.currentTarget.value || undefined)}
      />
    </label>
  );
}
