import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Input.css";
import { Button, FileInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { assetUrl } from "../../event-settings.ts";
import { m } from "../../text/compiled/messages.js";
import type { Value } from "../form/values.ts";
import { usePreview } from "../picture/use-preview.ts";
import style from "./form-dialog.module.css";

/**
 * Chooses a picture, shown before it is sent, or takes the present one away: the value is then empty text (rules §6).
 */
export function PictureInput({
  current,
  value,
  onChange,
  ...common
}: {
  current: string | null | undefined;
  value: Value;
  onChange: (value: Value) => void;
} & Pick<ComponentProps<typeof FileInput>, "accept" | "label" | "description" | "error" | "required" | "name">) {
  const chosen = value instanceof File ? value : null;
  const isRemoved = value === "";
  const preview = usePreview(chosen);
  const shown = preview ?? (isRemoved ? undefined : assetUrl(current));
  return (
    <div className={style.file}>
      {shown && <img src={shown} alt="" className={style.current} />}
      <FileInput
        {...common}
        className={style.fileInput}
        placeholder={isRemoved ? m.picture_removed() : m.form_choose_file()}
        value={chosen}
        clearable
        clearButtonProps={{ "aria-label": m.form_remove_file() }}
        onChange={onChange}
      />
      {current && !chosen && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={!isRemoved && <IconTrash size={18} aria-hidden />}
          onClick={() => onChange(isRemoved ? null : "")}
        >
          {isRemoved ? m.picture_keep() : m.picture_remove()}
        </Button>
      )}
    </div>
  );
}
