import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { Waiting } from "../../ui/state/state.tsx";
import style from "./pass.module.css";
import { PassFrame } from "./pass-frame.tsx";

type Size = "hero" | "wide" | "full";

/** Holds the place of a pass that nobody has yet: bare and engraved, with the way to one on its stub. */
export function EmptyPass(props: { size: Size; title: string; text: string; children: ReactNode }) {
  return (
    <PassFrame
      as="div"
      seed="empty"
      metal="none"
      size={props.size}
      stub={props.children}
      head={
        <span className={style.empty}>
          <b className={style.title}>{props.title}</b>
          <span>{props.text}</span>
        </span>
      }
    />
  );
}

/** Holds the place of a pass that is on its way, in its shape. */
export function PassSkeleton({ size }: { size: Size }) {
  return (
    <div role="status" aria-label={m.ui_state_loading()}>
      <PassFrame
        as="div"
        seed="empty"
        metal="none"
        size={size}
        stub={size === "full" ? <Waiting width="min(100%, 256px)" ratio={1} /> : <Waiting width={140} height={48} />}
        head={
          <span className={style.empty}>
            <Waiting width="50%" height={32} />
            <Waiting width="64%" height={18} />
          </span>
        }
      />
    </div>
  );
}
