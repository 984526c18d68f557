import "@mantine/core/styles/Skeleton.css";
import { Skeleton } from "@mantine/core";
import { api } from "@saha/contract";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../api.ts";
import { m } from "../../text/compiled/messages.js";
import { Page } from "../../ui/page/page.tsx";
import { ErrorState } from "../../ui/state/state.tsx";
import { ThemeForm } from "./theme-form.tsx";
import style from "./themes.module.css";

/** The event's own colours and logo, tried out before they are saved (spec §2: main theme). */
export function MainTheme() {
  const theme = useQuery(queryOf(api.themes.main));
  return (
    <Page title={m.themes_title()} lead={m.themes_lead()} width="wide">
      {theme.isPending && (
        <div className={`stack top gap-24 ${style.columns}`} role="status" aria-label={m.ui_state_loading()}>
          <Skeleton height={640} radius="xl" />
          <Skeleton height={640} radius="xl" />
        </div>
      )}
      {theme.isError && !theme.data && <ErrorState error={theme.error} onRetry={() => void theme.refetch()} />}
      {theme.data && <ThemeForm saved={theme.data} />}
    </Page>
  );
}
