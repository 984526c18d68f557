import { m } from "../../text/compiled/messages.js";
import { lazyScreen } from "./lazy-screen.tsx";
import type { Screen } from "./screen.ts";

/** The screens for anyone, signed in or not, which stand without the frame of the others. */
export const publicScreens = [
  {
    path: "/board/$boothId",
    name: "board",
    title: m.board_title,
    component: lazyScreen(() => import("../../features/board/board.tsx"), "BoothBoard"),
  },
] as const satisfies readonly Screen[];

/** The screens for anyone, signed in or not, within the frame of the others. */
export const openScreens = [
  {
    path: "/draws/$pollId",
    name: "draws",
    title: m.draws_title,
    component: lazyScreen(() => import("../../features/draws/draw-proofs.tsx"), "DrawProofs"),
  },
] as const satisfies readonly Screen[];
