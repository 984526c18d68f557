import "./trusted-types.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { markDocument } from "./text/language.ts";
import { startMainTheme } from "./ui/theme/main-theme.ts";

markDocument();
// Not awaited at top level: shared code could then no longer live in this chunk and would scatter into dozens.
void startMainTheme().then(() => {
  const root = document.getElementById("root");
  if (root) createRoot(root).render(<App />);
});
