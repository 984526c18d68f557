import "@mantine/core/styles/Loader.css";
import { Loader } from "@mantine/core";
import { FullScreen } from "../../ui/full-screen/full-screen.tsx";
import style from "./scans.module.css";

/** The moment between a code and its verdict, when the connection is slow enough to see it. */
export function Checking({ text, onCancel }: { text: string; onCancel: (() => void) | null }) {
  return (
    <FullScreen label={text} onClose={() => onCancel?.()} className={style.checking}>
      <div role="status" className={`items-center gap-24 text-24 bold leading-16 ${style.checkingText}`}>
        <Loader color="#fff" size={56} aria-hidden />
        <p>{text}</p>
      </div>
    </FullScreen>
  );
}
