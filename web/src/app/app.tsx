import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useUser } from "../session.ts";
import { directionOf, markDocument, useLanguage } from "../text/language.ts";
import "virtual:default-theme.css";
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/global.css";
// Before every sheet that builds on it, whatever chunk that one comes in.
import "@mantine/core/styles/UnstyledButton.css";
import "../ui/theme/base.css";
import { mantineTheme, mantineVariables } from "../ui/theme/mantine.ts";
import { useToasterWanted } from "../ui/toast/toast.ts";
import { useNews } from "./news.ts";
import { queryClient } from "./queries.ts";
import { router } from "./router.tsx";

const Toaster = lazy(async () => ({ default: (await import("../ui/toast/toaster.tsx")).Toaster }));
const schemeManager = localStorageColorSchemeManager({ key: "color_scheme" });

export function App() {
  const language = useLanguage();
  const user = useUser();
  const isToasting = useToasterWanted();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document speaks the language that was chosen last
  useEffect(markDocument, [language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: guards must run again for whoever is there now
  useEffect(() => void router.invalidate(), [user?.id, user?.roleId]);
  useNews(user?.id);
  return (
    <DirectionProvider key={language} initialDirection={directionOf(language)} detectDirection={false}>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={mantineVariables}
        colorSchemeManager={schemeManager}
        defaultColorScheme="light"
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          {isToasting && (
            <Suspense>
              <Toaster />
            </Suspense>
          )}
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
