import { Button } from "@mantine/core";
import { api, type Booth, type BoothAdmin } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call, queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { DialogFrame } from "../../ui/form-dialog/dialog-frame.tsx";
import { FormDialog } from "../../ui/form-dialog/form-dialog.tsx";
import { EmptyState } from "../../ui/state/state.tsx";

type Props = { booth: Booth; onAssigned: (admin: BoothAdmin) => void; onClose: () => void };

/**
 * Assigns a booth admin: all candidates are listed, those without a booth can be chosen (spec §2). They are asked for
 * anew as it opens.
 */
export function AssignDialog({ booth, onAssigned, onClose }: Props) {
  const { data: admins = [] } = useQuery({ ...queryOf(api.booths.admins), staleTime: 0, refetchOnMount: "always" });
  const booths = new Map(useQuery(queryOf(api.booths.list)).data?.map(({ id, name }) => [id, name]));
  if (admins.length === 0) return <NobodyToAssign onClose={onClose} />;

  const options = admins.map(({ id, username, boothId }) => ({
    value: id,
    label:
      boothId === null ? username : m.booths_assign_of({ name: username, booth: booths.get(boothId) ?? `#${boothId}` }),
    disabled: boothId !== null,
  }));
  const isAnyFree = options.some(({ disabled }) => !disabled);
  return (
    <FormDialog<{ userId: number | null }>
      title={m.booths_assign_title()}
      submitLabel={m.booths_assign_save()}
      fields={[
        {
          kind: "select",
          name: "userId",
          label: m.booths_assign_admin(),
          hint: isAnyFree ? m.booths_assign_lead({ name: booth.name }) : m.booths_assign_busy(),
          options: [{ value: "", label: m.booths_assign_choose(), disabled: true }, ...options],
          isRequired: true,
        },
      ]}
      values={{ userId: null }}
      onClose={onClose}
      onSubmit={async ({ userId }) => {
        // Nobody chosen goes as it is: the server says so at the field.
        const body = { userId: userId as number, boothId: booth.id };
        onAssigned(await call(api.booths.assignAdmin, { body }));
      }}
    />
  );
}

function NobodyToAssign({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title={m.booths_assign_title()} onClose={onClose}>
      <EmptyState
        title={m.booths_assign_none_title()}
        text={m.booths_assign_none_text()}
        action={
          <Button component={Link} to="/dashboard/users">
            {m.booths_assign_users()}
          </Button>
        }
      />
    </DialogFrame>
  );
}
