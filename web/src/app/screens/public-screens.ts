import { lazyRouteComponent } from "@tanstack/react-router";
import { m } from "../../text/compiled/messages.js";
import type { Screen } from "./screen.ts";

/** The screens for anyone, signed in or not, which stand without the frame of the others. */
export const publicScreens = [
  {
    path: "/board/$boothId",
    name: "board",
    title: m.board_title,
    component: lazyRouteComponent(() => import("../../features/board/board.tsx"), "BoothBoard"),
  },
] as const satisfies readonly Screen[];

/** The screens for anyone, signed in or not, within the frame of the others. */
export const openScreens = [
  {
    path: "/draws/$pollId",
    name: "draws",
    title: m.draws_title,
    component: lazyRouteComponent(() => import("../../features/draws/draw-proofs.tsx"), "DrawProofs"),
  },
] as const satisfies readonly Screen[];
