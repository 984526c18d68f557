import "@mantine/core/styles/Popover.css";
import { Popover } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { m } from "../text/compiled/messages.js";
import { useBackCloses } from "../ui/back.ts";
import { Press } from "../ui/press/press.tsx";
import classes from "./account.module.css";
import { LookSettings } from "./look-settings.tsx";

export function VisitorMenu({ icon }: { icon: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true);
  useBackCloses(isOpen, () => setIsOpen(false));
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      onClose={() => opener.current?.focus()}
      position="bottom-end"
      width={300}
      radius="lg"
      trapFocus
      transitionProps={{ transition: "fade-down", duration: 140 }}
      classNames={{ dropdown: classes.panel ?? "" }}
    >
      <Popover.Target>
        <Press ref={opener} variant="icon" aria-label={m.app_settings()} onClick={() => setIsOpen((is) => !is)}>
          {icon}
        </Press>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.app_settings()}>
        <LookSettings />
      </Popover.Dropdown>
    </Popover>
  );
}
