import { api, type Booth, type Request } from "@saha/contract";
import { call } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { readyToSend } from "../../ui/picture/ready-to-send.ts";
import { pictureTypes } from "../../ui/picture/use-preview.ts";
import type { RowFormProps } from "../../ui/resource-page/resource-page.tsx";

/** The image is the chosen file; null keeps the one that is there, empty text takes it away. */
type Form = { name: string; image: File | string | null; isActive: boolean };
type Body = Request<typeof api.booths.create>["body"];

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
      values={{ name: booth?.name ?? "", image: null, isActive: booth?.isActive ?? true }}
      isEdit={booth !== null}
      onClose={onClose}
      onSubmit={async (typed) => {
        const body = await bodyOf(typed);
        const params = booth && { id: String(booth.id) };
        onSaved(params ? await call(api.booths.update, { params, body }) : await call(api.booths.create, { body }));
      }}
    />
  );
}

async function bodyOf({ name, image, isActive }: Form): Promise<Body> {
  if (image === null) return { name, isActive };
  return { name, isActive, image: image instanceof File ? await sendable(image) : image };
}

/** The caller sends a file as a file; on the wire's other side it has become a path. */
async function sendable(image: File): Promise<string> {
  return (await readyToSend(image, "image")) as unknown as string;
}
