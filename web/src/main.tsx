import "./trusted-types.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { markDocument } from "./text/language.ts";

markDocument();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
