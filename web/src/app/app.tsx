import { DirectionContext, localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { User } from "@saha/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef } from "react";
import { howLeft, useUser } from "../session.ts";
import { directionOf, markDocument, useLanguage } from "../text/language.ts";
import "../ui/theme/reset.css";
import "virtual:default-theme.css";
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/global.css";
// Before every sheet that builds on it, whatever chunk that one comes in.
import "@mantine/core/styles/UnstyledButton.css";
import "../ui/layout/layout.css";
import "../ui/theme/base.css";
import { onDemand } from "../ui/on-demand.tsx";
import { tryTheme, useSelectedBooth, useTried } from "../ui/theme/main-theme.ts";
import { mantineTheme } from "../ui/theme/mantine.ts";
import { useToasterWanted } from "../ui/toast/toast.ts";
import { nameDocument } from "./arrival.ts";
import { BrowserBar } from "./browser-bar.tsx";
import { queryClient } from "./queries.ts";
import { router } from "./router.tsx";
import { useNews } from "./use-news.ts";

const Toaster = lazy(async () => ({ default: (await import("../ui/toast/toaster.tsx")).Toaster }));
const TrialBar = onDemand(async () => (await import("./trial-bar.tsx")).TrialBar);
const SelectedBooth = onDemand(async () => (await import("./selected-booth.tsx")).SelectedBooth);
const unchanging = { setDirection: () => {}, toggleDirection: () => {} };
const schemeManager = localStorageColorSchemeManager({ key: "color_scheme" });

export function App() {
  const language = useLanguage();
  const user = useUser();
  const isToasting = useToasterWanted();
  const isTrying = useTried() !== null;
  const selectedBooth = useSelectedBooth();
  useGuardsAfresh(user);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document speaks the language that was chosen last
  useEffect(() => {
    markDocument();
    nameDocument(router);
  }, [language]);
  useNews(user);
  return (
    <DirectionContext value={{ ...unchanging, dir: directionOf(language) }}>
      <MantineProvider
        theme={mantineTheme}
        colorSchemeManager={schemeManager}
        defaultColorScheme="light"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <BrowserBar />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          {isToasting && (
            <Suspense>
              <Toaster />
            </Suspense>
          )}
          {isTrying && <TrialBar onMissing={() => void tryTheme(null)} />}
          {selectedBooth !== null && <SelectedBooth boothId={selectedBooth} onMissing={() => {}} />}
        </QueryClientProvider>
      </MantineProvider>
    </DirectionContext>
  );
}

/**
 * Whoever comes, goes or changes role is led where the guards of the open screen want them; who left by choice, to
 * login.
 */
function useGuardsAfresh(user: User | null): void {
  const seen = useRef<{ id: number | undefined; role: number | undefined }>(undefined);
  useEffect(() => {
    const now = { id: user?.id, role: user?.roleId };
    const before = seen.current;
    seen.current = now;
    // The first one was there when the guards ran.
    if (!before || (before.id === undefined && router.state.status === "pending")) return;
    if (before.id === now.id && before.role === now.role) return;
    if (!user && howLeft() === "chosen") void router.navigate({ to: "/login" });
    else void router.invalidate();
  }, [user]);
}
