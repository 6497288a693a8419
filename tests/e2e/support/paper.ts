import type { Page } from 'playwright-core';

/** What fits between the margins of an A4 sheet, in CSS pixels. */
const PORTRAIT = { width: 703, height: 1016 };
const LANDSCAPE = { width: 1032, height: 703 };

/** So wide that no table leaves out a chosen column, and none is shown as cards. */
const WHOLE = 2560;

/** The headings of every chosen column of the open screen, however narrow its window is. */
export async function chosenHeadings(page: Page): Promise<string[]> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: WHOLE, height });
  await laidOut(page);
  const headings = await page.evaluate(shownHeadings);
  await page.setViewportSize({ width, height });
  await laidOut(page);
  return headings;
}

/** A table chooses its columns a frame after its place has changed. */
const laidOut = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Lays the open screen out as on paper and returns what is wrong with it: headings of chosen columns that are lost, words that
 * lie over each other or beyond the sheet, a missing head. The page stays on paper; `page.emulateMedia({ media: 'screen' })`
 * leads back.
 */
export async function paperFindings(page: Page): Promise<string[]> {
  const headings = await chosenHeadings(page);
  await page.emulateMedia({ media: 'print' });
  await laidOut(page);
  const isWide = await page.evaluate(
    () => getComputedStyle(document.body).getPropertyValue('page') === 'wide',
  );
  await page.setViewportSize(isWide ? LANDSCAPE : PORTRAIT);
  await laidOut(page);
  const printed = await page.evaluate(shownHeadings);
  const lost = headings.filter((heading) => !printed.includes(heading));
  return [
    ...lost.map((heading) => `the heading '${heading}' is lost`),
    ...(await page.evaluate(overlaps)),
    ...(await page.evaluate(leavesFrame)),
    ...(await page.evaluate(cutOff)),
    ...(await page.evaluate(onScreenOnly)),
    ...(await page.evaluate(onFirstSheetOnly)),
    ...(await page.evaluate(headFindings)),
  ];
}

/** Words of the headings of all tables that can be seen. */
function shownHeadings(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main thead th, [role=dialog] thead th')]
    .filter((cell) => cell.checkVisibility() && !cell.closest('.unseen'))
    .map((cell) => cell.innerText.replace(/[↑↓]/g, '').trim())
    .filter(Boolean);
}

/** Cells whose words reach into the next cell, out of their own, or beyond the sheet. */
function overlaps(): string[] {
  const findings: string[] = [];
  const sheet = document.documentElement.clientWidth;
  for (const row of document.querySelectorAll<HTMLTableRowElement>('main tr')) {
    if (row.closest('.unseen') || !row.checkVisibility()) continue;
    let [reached, before] = [0, ''];
    for (const cell of row.cells) {
      if (!cell.checkVisibility()) continue;
      const words = document.createRange();
      words.selectNodeContents(cell);
      const { left, right, width } = words.getBoundingClientRect();
      if (width === 0) continue;
      const text = cell.innerText.slice(0, 40);
      if (left < reached - 1) findings.push(`'${text}' lies over '${before}'`);
      if (right > sheet + 1) findings.push(`'${text}' ends ${Math.round(right - sheet)} px beyond the sheet`);
      if (right > cell.getBoundingClientRect().right + 1) findings.push(`'${text}' leaves its cell`);
      [reached, before] = [right, text];
    }
  }
  return [...new Set(findings)];
}

/** Blocks of a dashboard that show more than they have room for, which then lies over the next one. */
function leavesFrame(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main section > .body')]
    .filter((body) => body.scrollHeight > body.clientHeight + 1)
    .map((body) => `'${body.innerText.slice(0, 40)}' leaves its frame`);
}

/** Words that end at the edge of their box, and a page that is wider than the sheet, for which a browser makes all of it smaller. */
function cutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const findings =
    scrollWidth > clientWidth + 1 ? [`${scrollWidth - clientWidth} px are beyond the sheet`] : [];
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const style = getComputedStyle(element);
    const holdsWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim());
    // What only a screen reader is told is as small as can be.
    const isTold = element.clientWidth <= 1 || element.closest('.unseen, [aria-hidden=true]');
    if (!holdsWords || isTold || style.overflowX === 'visible' || !element.checkVisibility()) continue;
    if (element.scrollWidth > element.clientWidth + 1)
      findings.push(`'${element.innerText.slice(0, 40)}' is cut off`);
  }
  return findings;
}

/** Figures in a table or a list that can be pressed on the screen, and are gone from the paper with the other buttons. */
function onScreenOnly(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(td, li) button')]
    .filter((button) => !button.closest('nav, [role=tablist], [data-print=no], .unseen'))
    .filter((button) => /\d/.test(button.textContent) && !button.checkVisibility())
    .map((button) => `'${button.textContent.slice(0, 40)}' is not printed`);
}

/** A heading in a box of its own, as a button has one, is not repeated on the other sheets; and neither is the foot without its words. */
function onFirstSheetOnly(): string[] {
  const findings = [...document.querySelectorAll<HTMLElement>('main thead button')]
    .filter((button) => button.innerText.trim() && getComputedStyle(button).display !== 'contents')
    .map((button) => `the heading '${button.innerText.trim()}' is on the first sheet only`);
  const foot = document.documentElement.style.getPropertyValue('--printed');
  return /^".+ · Impresso em .+ · por .+"$/.test(foot)
    ? findings
    : [...findings, `the foot says ${foot || 'nothing'}`];
}

/** The head says whose paper it is, and when and by whom it was printed. */
function headFindings(): string[] {
  const head = document.querySelector<HTMLElement>('[data-paper-head]');
  if (!head?.checkVisibility()) return ['there is no head'];
  const findings: string[] = [];
  if (!head.querySelector('strong')?.textContent?.trim()) findings.push('the head names no company');
  if (!/Impresso em \d{2}\/\d{2}\/\d{4},? (às )?\d{2}:\d{2} · por \S/.test(head.innerText))
    findings.push(`the head says no date or person: '${head.innerText}'`);
  const picture = head.querySelector('img');
  if (picture && picture.naturalWidth === 0) findings.push('the logo is not drawn');
  return findings;
}
