import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Drawer.css";
import { Drawer } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { m } from "../text/compiled/messages.js";
import { useBackCloses } from "../ui/back.ts";
import { Brand } from "../ui/brand/brand.tsx";
import { useFocusReturn } from "../ui/focus/use-focus-return.ts";
import classes from "./side-nav.module.css";

/** A temporary drawer from the start of the line: from the right in Arabic (spec §2). */
export function SideDrawer({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  useFocusReturn(isOpen);
  useBackCloses(isOpen, onClose);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position="left"
      size={300}
      transitionProps={{ duration: 180 }}
      classNames={{ content: classes.drawer ?? "" }}
    >
      <Drawer.Overlay backgroundOpacity={0.5} blur={3} />
      <Drawer.Content aria-label={m.app_nav_label()}>
        <div className={classes.drawerHead}>
          <Link to="/" onClick={onClose} className={classes.drawerHome} aria-label={m.app_home_link()}>
            <Brand />
          </Link>
          <Drawer.CloseButton aria-label={m.app_menu_close()} size={44} iconSize={22} />
        </div>
        <Drawer.Body className={classes.drawerBody}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
