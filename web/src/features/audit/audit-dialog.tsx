import type { AuditChange, AuditRow } from "@saha/contract";
import type { ReactNode } from "react";
import { m } from "../../text/compiled/messages.js";
import { momentText } from "../../text/format.ts";
import { DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import style from "./audit.module.css";
import { fieldChanges, fieldName, subjectName } from "./audit-words.ts";

/** One call with all that it changed, before beside after, and from where it came. */
export function AuditDialog({ row, onClose }: { row: AuditRow; onClose: () => void }) {
  const { actor, at, ip, userAgent, call, changes } = row;
  return (
    <DialogFrame title={m.audit_row({ id: row.id })} onClose={onClose} size={700}>
      <dl className={style.facts}>
        <Fact name={m.audit_who()} value={<bdi>{actor.name ?? m.audit_gone({ id: actor.id })}</bdi>} />
        <Fact name={m.audit_at()} value={<span dir="ltr">{momentText(at)}</span>} />
        <Fact name={m.audit_from()} value={<span dir="ltr">{ip}</span>} />
        {userAgent && <Fact name={m.audit_device()} value={<span dir="ltr">{userAgent}</span>} />}
        <Fact name={m.audit_call()} value={<code dir="ltr">{call}</code>} />
      </dl>
      {changes.length === 0 && <p>{m.audit_no_changes()}</p>}
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a call never move
        <Changed key={index} {...change} />
      ))}
    </DialogFrame>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Changed(change: AuditChange) {
  return (
    <section className={style.changed}>
      <h3>
        {subjectName(change.subject)} {change.subjectId && <bdi>#{change.subjectId}</bdi>}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.audit_field()}</th>
            <th scope="col">{m.audit_before()}</th>
            <th scope="col">{m.audit_after()}</th>
          </tr>
        </thead>
        <tbody>
          {fieldChanges(change).map(({ column, before, after }) => (
            <tr key={column}>
              <th scope="row">{fieldName(column)}</th>
              <td>
                <bdi>{before}</bdi>
              </td>
              <td>
                <bdi>{after}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
