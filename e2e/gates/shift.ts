import type { Page } from "@playwright/test";

/** Every move of what already stood there, while a page opened and nobody pressed anything (interface: CLS 0). */
export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
        const seen: string[] = [];
        const observer = new PerformanceObserver((list) => note(list.getEntries() as Shift[]));
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() =>
          setTimeout(() => {
            note(observer.takeRecords() as Shift[]);
            resolve(seen);
          }, 0),
        );
        function note(entries: Shift[]) {
          for (const { value, hadRecentInput, sources } of entries) {
            if (hadRecentInput || value === 0) continue;
            const moved = sources.map(({ node }) => (node instanceof Element ? nameOf(node) : (node?.nodeName ?? "")));
            seen.push(`${value.toFixed(4)}: ${moved.join(", ")}`);
          }
        }
        function nameOf(element: Element): string {
          const name = typeof element.className === "string" ? element.className.split(" ")[0] : "";
          return `${element.tagName.toLowerCase()}${name ? `.${name}` : ""}`;
        }
      }),
  );
}
