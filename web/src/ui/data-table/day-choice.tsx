import "@mantine/core/styles/Input.css";
import { TextInput } from "@mantine/core";

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
    <TextInput
      type="date"
      size="md"
      aria-label={label}
      title={label}
      value={day ?? ""}
      onChange={(event) => onChoose(event.currentTarget.value || undefined)}
    />
  );
}
