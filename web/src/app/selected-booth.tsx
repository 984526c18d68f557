import { api, Role } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryOf } from "../api.ts";
import { onLeave, useUser } from "../session.ts";
import { selectBooth } from "../ui/theme/main-theme.ts";

/**
 * Keeps the selected booth's colours as they are now; lets them go with their theme, and with the attendee who chose
 * them.
 */
export function SelectedBooth({ boothId }: { boothId: number }) {
  const user = useUser();
  const { data } = useQuery(queryOf(api.boothThemes.list));
  const isStaff = user !== null && user.roleId !== Role.User;
  useEffect(() => {
    if (isStaff) void selectBooth(null);
    else if (data) void selectBooth(data.find((theme) => theme.boothId === boothId) ?? null);
  }, [data, boothId, isStaff]);
  return null;
}

onLeave(() => void selectBooth(null));
