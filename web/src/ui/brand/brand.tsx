import { m } from "../../text/compiled/messages.js";
import { useMainLogo } from "../theme/main-theme.ts";
import classes from "./brand.module.css";

type Tone = "theme" | "hero";

/**
 * The mark: the eight-pointed star of a paved plaza, whose four streets are the arms of a D-pad with buttons at the
 * corners.
 */
export function Emblem({ size = 36, tone = "theme" }: { size?: number; tone?: Tone }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} className={classes.emblem} data-tone={tone} aria-hidden="true">
      <path className={classes.star} d="M13 13h38v38H13zM32 5.1 58.9 32 32 58.9 5.1 32z" />
      <EmblemHeart />
    </svg>
  );
}

/** What lies in the mark's star, in a square of 64: four arms, four buttons and the heart; also inlaid in artwork. */
export function EmblemHeart() {
  return (
    <>
      {[0, 90, 180, 270].map((turn) => (
        <path key={turn} className={classes.arm} d="M28 14.5h8v8.6l-4 3.6-4-3.6z" transform={`rotate(${turn} 32 32)`} />
      ))}
      {[45, 135, 225, 315].map((turn) => (
        <circle key={turn} className={classes.button} cx="32" cy="12.8" r="3.3" transform={`rotate(${turn} 32 32)`} />
      ))}
      <circle className={classes.heart} cx="32" cy="32" r="2.6" />
    </>
  );
}

/** The event's own logo where the main theme has one, else emblem and name; a preview names the logo that it shows. */
export function Brand({ tone = "theme", logo: shown }: { tone?: Tone; logo?: string | null }) {
  const main = useMainLogo();
  const logo = shown === undefined ? main : shown;
  if (logo) return <img src={logo} alt={m.app_name()} className={classes.logo} />;
  return (
    <span className={classes.brand} data-tone={tone}>
      <Emblem size={40} tone={tone} />
      <span className={classes.name}>{m.app_name()}</span>
    </span>
  );
}

/** A logo on a loud ground: on a plate of the screens' own surface, since nobody knows what colours it has. */
export function LogoPlate({ logo }: { logo: string }) {
  return (
    <span className={classes.plate}>
      <img src={logo} alt="" />
    </span>
  );
}
