import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { keepSelectedTabInView } from '#ui/theme/controls.ts';

/** jsdom has no layout, so the sizes are given: tabs of 100 px in a row whose width changes. */
let resized: () => void;
const before = globalThis.ResizeObserver;
beforeEach(() => {
  globalThis.ResizeObserver = class {
    constructor(reported: ResizeObserverCallback) {
      resized = () => reported([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(() => {
  globalThis.ResizeObserver = before;
});

function rowOf(selected: number, scrolled: number) {
  let width = 330;
  const row = document.createElement('div');
  Object.defineProperty(row, 'clientWidth', { get: () => width });
  row.getBoundingClientRect = () => new DOMRect(20, 0, width, 40);
  for (let index = 0; index < 6; index += 1) {
    const tab = document.createElement('button');
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-selected', String(index === selected));
    tab.getBoundingClientRect = () => new DOMRect(20 + index * 100 - row.scrollLeft, 0, 100, 40);
    row.append(tab);
  }
  keepSelectedTabInView(row);
  row.scrollLeft = scrolled;
  return {
    row,
    narrow: (to: number) => {
      width = to;
      resized();
    },
  };
}

it('follows the selected tab when arrows take its space', () => {
  const { row, narrow } = rowOf(3, 70);
  narrow(290);
  expect(row.scrollLeft).toBe(110);
  narrow(250);
  expect(row.scrollLeft).toBe(150);
});

it.each([
  ['still in view', 1, 0],
  ['scrolled away from', 0, 150],
])('leaves a row whose selected tab is %s', (_case, selected, scrolled) => {
  const { row, narrow } = rowOf(selected, scrolled);
  narrow(250);
  expect(row.scrollLeft).toBe(scrolled);
});
