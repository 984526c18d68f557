import { m } from "../../text/compiled/messages.js";
import { wayBack } from "../way-back.ts";
import { lazyScreen } from "./lazy-screen.tsx";
import type { Screen } from "./screen.ts";

/** The screens for visitors (spec §2); who is signed in is led home. */
export const guestScreens = [
  {
    path: "/login",
    name: "login",
    title: m.auth_login_title,
    validateSearch: wayBack,
    component: lazyScreen(() => import("../../features/auth/login.tsx"), "Login"),
  },
  {
    path: "/register",
    name: "register",
    title: m.auth_register_title,
    validateSearch: wayBack,
    component: lazyScreen(() => import("../../features/auth/register.tsx"), "Register"),
  },
  {
    path: "/verify",
    name: "verify",
    title: m.verify_title,
    validateSearch: mailedTo,
    component: lazyScreen(() => import("../../features/auth/verify.tsx"), "Verify"),
  },
  {
    path: "/forgot-password",
    name: "forgot-password",
    title: m.password_forgot_title,
    validateSearch: mailedTo,
    component: lazyScreen(() => import("../../features/auth/forgot-password.tsx"), "ForgotPassword"),
  },
  {
    path: "/forgot-password-verify",
    name: "forgot-password-verify",
    title: m.password_reset_title,
    validateSearch: mailedTo,
    component: lazyScreen(() => import("../../features/auth/forgot-password-verify.tsx"), "ForgotPasswordVerify"),
  },
] as const satisfies readonly Screen[];

/** The address that a code was mailed to, and the way back. */
function mailedTo(search: Record<string, unknown>): { email?: string; from?: string } {
  const { email } = search;
  return { ...(typeof email === "string" && email.length <= 254 ? { email } : {}), ...wayBack(search) };
}
