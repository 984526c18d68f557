import style from "./spinner.module.css";

/** Turns in the place of a button's icon while what was pressed is on its way. */
export function Spinner() {
  return <i className={style.spinner} aria-hidden="true" />;
}
