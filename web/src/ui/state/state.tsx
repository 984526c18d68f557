import { IconCloudOff, IconMoodEmpty, IconRefresh, IconZoomExclamation } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Offline, sentenceOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { Press } from "../press/press.tsx";
import classes from "./state.module.css";

/** Nothing here yet, and what to do about it. */
export function EmptyState(props: { title: string; text?: string; icon?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.state}>
      <span className={classes.emblem} aria-hidden="true">
        {props.icon ?? <IconMoodEmpty />}
      </span>
      <h2 className={classes.title}>{props.title}</h2>
      {props.text && <p className={classes.text}>{props.text}</p>}
      {props.action && <div className={classes.action}>{props.action}</div>}
    </div>
  );
}

/**
 * What went wrong in the server's words, or that there is no connection; offers to try again. `h1` where it is all
 * there is.
 */
export function ErrorState({
  error,
  onRetry,
  titleAs: Title = "h2",
}: {
  error: unknown;
  onRetry: () => void;
  titleAs?: "h1" | "h2";
}) {
  const isOffline = error instanceof Offline;
  const sentence = sentenceOf(error, m.ui_state_network());
  return (
    <div className={classes.state} role="alert">
      <span className={classes.emblem} data-tone={isOffline ? "warning" : "error"} aria-hidden="true">
        {isOffline ? <IconCloudOff /> : <IconZoomExclamation />}
      </span>
      <Title className={classes.title}>{isOffline ? m.ui_state_offline_title() : m.ui_state_error_title()}</Title>
      <p className={classes.text}>{sentence}</p>
      <div className={classes.action}>
        <Press variant="light" onClick={onRetry}>
          <IconRefresh size={20} aria-hidden="true" />
          {m.ui_state_retry()}
        </Press>
      </div>
    </div>
  );
}

/** A grey line, or a block of that height or ratio, where something will stand. */
export function Waiting(props: { width: number | string; height?: number; ratio?: number }) {
  const { width: inlineSize, height: blockSize, ratio: aspectRatio } = props;
  return <i className={classes.waitingLine} style={{ inlineSize, blockSize, aspectRatio }} />;
}

type Shape = "line" | "card" | "code";

/**
 * The shapes of the cards to come while a list is on its way: two lines and a bar, text over a button, or text over a
 * QR code.
 */
export function CardsSkeleton({
  cards = 3,
  height = 180,
  shape = "card",
}: {
  cards?: number;
  height?: number;
  shape?: Shape;
}) {
  return (
    <div className={classes.cards} role="status" aria-label={m.ui_state_loading()}>
      {Array.from({ length: cards }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change places
        <div key={index} className={classes.shape} style={{ blockSize: height }}>
          <Waiting width="64%" height={22} />
          <Waiting width="42%" height={14} />
          {shape === "card" && <Waiting width="78%" height={14} />}
          {shape === "code" && <Waiting width="min(100%, 256px)" ratio={1} />}
          <i className={classes.rest} />
          <Waiting width="100%" height={shape === "line" ? 8 : 48} />
        </div>
      ))}
    </div>
  );
}
