import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/PasswordInput.css";
import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";
import { m } from "../../text/compiled/messages.js";

/** A password that can be shown while it is typed. */
export function PasswordField(props: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <PasswordInput
      {...props}
      // Mantine marks its other fields itself; the focus is led to the first one that is marked.
      aria-invalid={props.error ? true : undefined}
      visible={isShown}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{
        "aria-label": isShown ? m.auth_hide_password() : m.auth_show_password(),
        tabIndex: 0,
        size: 40,
      }}
    />
  );
}
