import { assetUrl } from "../../event-settings.ts";
import classes from "./avatar.module.css";

/** A person's picture, or the first letter of the name on a colour of the theme. */
export function Avatar({ name, picture, size = 40 }: { name: string; picture: string | null; size?: number }) {
  const letter = Array.from(name.trim())[0] ?? "؟";
  return (
    <span
      className={classes.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.44 }}
      aria-hidden="true"
    >
      {picture ? <img src={assetUrl(picture)} alt="" width={size} height={size} /> : letter.toUpperCase()}
    </span>
  );
}
