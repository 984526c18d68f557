import style from "./giveaway.module.css";

/** Shows a hash in groups of eight, left to right in both languages, so that two can be compared by eye. */
export function Fingerprint({ hash }: { hash: string }) {
  return (
    <code dir="ltr" className={style.hash}>
      {hash.match(/.{1,8}/g)?.join(" ")}
    </code>
  );
}
