import type { Browser } from 'playwright-core';

/** Walks the screens whose name matches, prints a table, and returns whether every screen is within its budget. */
export type Measure = (browser: Browser, only: RegExp) => Promise<boolean>;

/** Prints a row of a table in Markdown. */
export const printRow = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

export function printHead(cells: readonly string[]) {
  printRow(cells);
  printRow(cells.map((_, index) => (index === 0 ? '---' : '---:')));
}
