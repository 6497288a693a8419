import type { Page } from 'playwright-core';
import type { ScreenDriver } from './everyScreen/stage.ts';

/** The budget of docs/domain.md 17 for a route: the share of the window that moved, times how far. */
export const SHIFT_BUDGET = 0.02;

/** A movement of something that was already painted, which no input of the person caused. */
export interface Shift {
  value: number;
  /** Milliseconds since the page was opened. */
  at: number;
  /** What moved, with where it was and is. */
  moved: string[];
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Notes the shifts of every document that the page opens from now on. */
export const watchShifts = (page: Page) => page.addInitScript(observe);

/** What each answer takes on its way, in milliseconds, so that what arrives separately is painted separately. */
const LATENCY = 60;

/** Makes the server as far away as it is for most people. */
export async function slowAnswers(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/** Time after a screen is complete in which what is loaded when idle arrives, in milliseconds. */
const LATE_MS = 500;

/** The shifts of a screen from its first paint until nothing more arrives. */
export async function shiftsOf(
  { page, settled }: ScreenDriver,
  open: () => Promise<unknown>,
): Promise<Shift[]> {
  await takeShifts(page);
  await open();
  await settled();
  await page.waitForTimeout(LATE_MS);
  return takeShifts(page);
}

/** Takes the shifts noted since the last call. */
const takeShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (window as unknown as { layoutShifts?: Shift[] }).layoutShifts?.splice(0) ?? []);

export const totalShift = (shifts: readonly Shift[]) => shifts.reduce((total, { value }) => total + value, 0);

/** Runs in the page, before its scripts; without named functions, which the loader would wrap. */
function observe() {
  const seen: Shift[] = [];
  Object.assign(window, { layoutShifts: seen });
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries() as LayoutShiftEntry[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const text = element?.textContent?.replace(/\s+/g, ' ').trim().slice(0, 40);
        const name = `${element?.tagName.toLowerCase()}.${[...(element?.classList ?? [])].slice(0, 2).join('.')}`;
        const [from, to] = [previousRect, currentRect].map(({ x, y, width, height }) =>
          [x, y, width, height].map(Math.round).join(' '),
        );
        return `${name} '${text}' ${from} → ${to}`;
      });
      seen.push({ value, at: startTime, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
