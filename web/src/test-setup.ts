import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What jsdom lacks and Mantine asks for.
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})) as typeof window.matchMedia;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

// As for `expect.poll`: a second is short on two busy cores.
configure({ asyncUtilTimeout: 15_000 });
afterEach(() => {
  cleanup();
  localStorage.clear();
});
