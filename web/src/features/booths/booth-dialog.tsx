import { api, type Booth } from "@saha/contract";
import { call } from "../../api.ts";
import { callOnce } from "../../call-once.ts";
import { m } from "../../text/compiled/messages.js";
import { differing } from "../../ui/form/differing.ts";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";
import { pictureTypes } from "../../ui/picture/use-preview.ts";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";

/** The image is the chosen file; null keeps the one that is there, empty text takes it away. */
type Form = { name: string; image: File | string | null; isActive: boolean };

const blank: Form = { name: "", image: null, isActive: true };

/** Adds or changes a booth (spec §7). The server checks (spec §5). */
export function BoothDialog({ row: booth, onSaved, onClose }: RowFormProps<Booth>) {
  return (
    <FormDialog<Form>
      title={booth ? m.booths_edit_title() : m.booths_add_title()}
      submitLabel={booth ? m.form_save() : m.form_add()}
      fields={[
        { kind: "text", name: "name", label: m.booths_col_name(), isRequired: true },
        {
          kind: "file",
          name: "image",
          label: m.booths_col_image(),
          hint: m.booths_f_image_hint(),
          accept: pictureTypes,
          current: booth?.image ?? null,
        },
        { kind: "switch", name: "isActive", label: m.booths_f_active(), hint: m.booths_f_active_hint() },
      ]}
      values={booth ? valuesOf(booth) : blank}
      isEdit={booth !== null}
      onClose={onClose}
      onSubmit={async (typed) => onSaved(await save(booth, typed))}
    />
  );
}

function valuesOf({ name, isActive }: Booth): Form {
  return { name, image: null, isActive };
}

async function save(booth: Booth | null, typed: Form): Promise<Booth> {
  if (!booth) return callOnce(api.booths.create, { body: await sent(typed) });
  const body = await sent(differing(valuesOf(booth), typed));
  return call(api.booths.update, { params: { id: String(booth.id) }, body });
}

async function sent<F extends Partial<Form>>({ image, ...rest }: F) {
  if (image === undefined || image === null) return rest;
  return { ...rest, image: image instanceof File ? await sendable(image) : image };
}

/** The caller sends a file as a file; on the wire's other side it has become a path. */
async function sendable(image: File): Promise<string> {
  return (await readyToSend(image, "image")) as unknown as string;
}
