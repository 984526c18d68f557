import style from "./pass.module.css";

/** Shows what is typed at the gate when a camera can't read: `XXXXX-XXXXX`, left to right in both languages. */
export function ShortCode({ code }: { code: string }) {
  return (
    <span className={style.code} dir="ltr">
      {code}
    </span>
  );
}
