import { Category } from "@saha/contract";
import type { ReactNode } from "react";
import style from "./pass.module.css";
import { PassFrame } from "./pass-frame.tsx";
import { TypeMark } from "./type-mark.tsx";

/**
 * Holds the place of the pass that an invitation's code brings: already in its metal, with the way to it on its stub.
 */
export function InvitationPass(props: { title: string; text: string; children: ReactNode }) {
  return (
    <PassFrame
      as="div"
      seed="invitation"
      metal="invitation"
      size="full"
      stub={props.children}
      head={
        <>
          <TypeMark ticket={{ categoryId: Category.Invitation, type: null }} />
          <div className={style.empty}>
            <h2 className={style.title}>{props.title}</h2>
            <span>{props.text}</span>
          </div>
        </>
      }
    />
  );
}
