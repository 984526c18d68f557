import type { Page } from "@playwright/test";

/** Every move of what already stood there, while a page opened and nobody pressed anything (interface: CLS 0). */
export function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
        const seen: string[] = [];
        const [begun, ended] = ["leafing begins", "leafing ends"].map(
          (name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.POSITIVE_INFINITY,
        );
        const isLeafing = (at: number) => at > (begun ?? 0) && at < (ended ?? 0);
        /** Less than an icon by a pixel. */
        const unseen = 0.0001;
        const observer = new PerformanceObserver((list) => note(list.getEntries() as Shift[]));
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() =>
          setTimeout(() => {
            note(observer.takeRecords() as Shift[]);
            resolve(seen);
          }, 0),
        );
        function note(entries: Shift[]) {
          for (const { value, hadRecentInput, sources, startTime } of entries) {
            if (hadRecentInput || value < unseen || isLeafing(startTime)) continue;
            const moved = sources.map((source) =>
              source.node instanceof Element ? nameOf(source.node) : (source.node?.nodeName ?? placeOf(source)),
            );
            seen.push(`${value.toFixed(4)}: ${moved.join(", ")}`);
          }
        }
        /** Of what is gone again, where it was. */
        function placeOf({ previousRect: { x, y, width, height }, currentRect: now }: Source): string {
          return `${width} × ${height} px from ${x}, ${y} to ${now.x}, ${now.y}`;
        }
        function nameOf(element: Element): string {
          const name = typeof element.className === "string" ? element.className.split(" ").at(-1) : "";
          return `${element.tagName.toLowerCase()}${name ? `.${name}` : ""}`;
        }
      }),
  );
}
