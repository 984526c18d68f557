// The least that a page of React can be: the limit of a first load.
import { createElement } from "react";
import { createRoot } from "react-dom/client";

createRoot(document.getElementById("root")).render(createElement("h1", null, "ساحة"));
