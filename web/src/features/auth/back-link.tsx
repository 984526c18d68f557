import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import style from "./code-screens.module.css";

/** The way back to where an account begins. */
export function BackLink({ to, text }: { to: "/register" | "/login"; text: string }) {
  return (
    <Link to={to} search={(now) => now} className={`inline-row gap-6 touch text-primary bold ${style.back}`}>
      <IconArrowLeft size={20} aria-hidden="true" />
      {text}
    </Link>
  );
}
