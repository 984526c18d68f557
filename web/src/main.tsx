import "./trusted-types.ts";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { refuseSecondTaps } from "./app/second-tap.ts";
import { markDocument } from "./text/language.ts";
import { startMainTheme } from "./ui/theme/main-theme.ts";

markDocument();
refuseSecondTaps(document);
// Not awaited at top level: shared code could then no longer live in this chunk and would scatter into dozens.
void startMainTheme().then(() => {
  const root = document.getElementById("root");
  // In slices, so that a slow phone answers to a finger meanwhile.
  if (root) startTransition(() => createRoot(root).render(<App />));
});
