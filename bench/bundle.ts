import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '#tests/e2e/support/browser.ts';
import { startConsole } from '#tests/e2e/support/console.ts';
import { FIRST_LOAD_BUDGET, filesOfLists } from '#tests/e2e/support/firstLoad.ts';

/**
 * `npm run bench -- bundle`: the JavaScript that a browser loads from an empty cache on the path login → home → ticket list,
 * and what each other screen adds. Measured in a real Chromium against the built console, with gzip at level 6, as a server
 * would send it. docs/domain.md 17 allows at most 300 KiB on that path and 160 KiB per lazy chunk; ten files are enough for it.
 */
const CHUNK_BUDGET = 160;
/** On a slow connection, each file costs a round trip. */
const FILES_BUDGET = 10;
/** The widget and its worker, loaded next to the form and not at all with CAPTCHA=off. */
const CAPTCHA = /^(CaptchaWidget|pbkdf2)-/;
/** What a screen fetches when the browser is idle after it has rendered: the live connection, list tools. */
const IDLE = 'apart: fetched when idle, after the screen stands';
const SETTLED = 3_000;
const ASSETS = path.resolve(import.meta.dirname, '../dist/assets');
const DEMO = { cpf: '40000000477', password: 'balcao-demo' };

interface Sized {
  name: string;
  kib: number;
}
interface Chunk extends Sized {
  step: string;
}

export async function bundle(): Promise<void> {
  const server = await startConsole();
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript(recordRowTimes);
    let pages = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages += 1;
    });
    const chunks = await recordScripts(page, () => walk(page));
    print(await markIdleChunks(page, chunks));
    await printCalls(page, pages);
  } finally {
    await browser.close();
    await server.stop();
  }
}

declare global {
  interface Window {
    rowsShownAt?: Record<string, number>;
  }
}

/** Runs in the page: records when the home page and the ticket list first show rows. */
function recordRowTimes() {
  const least: Record<string, number> = { '/home': 1, '/tickets': 10 };
  const stoodAt: Record<string, number> = {};
  window.rowsShownAt = stoodAt;
  new MutationObserver(() => {
    const { pathname } = location;
    const rows = document.querySelectorAll('tbody[data-rows] tr').length;
    if (rows >= (least[pathname] ?? Number.POSITIVE_INFINITY)) stoodAt[pathname] ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Anything else requested after a step's rows were rendered was prefetched in idle time for a likely next action. The times
 * are taken in the page, because the driver may notice the rows later than they appear.
 */
async function markIdleChunks(page: Page, chunks: readonly Chunk[]): Promise<Chunk[]> {
  const { requested, stoodAt } = await page.evaluate(() => ({
    requested: performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => [new URL(name).pathname.split('/').at(-1), startTime] as const),
    stoodAt: window.rowsShownAt ?? {},
  }));
  const requestedAt = new Map(requested);
  const ofLists = filesOfLists();
  const isLate = ({ name, step }: Chunk) =>
    (requestedAt.get(name) ?? 0) > (stoodAt[step] ?? Number.POSITIVE_INFINITY);
  const stepOf = (chunk: Chunk) => {
    if (chunk.step === IDLE && ofLists.has(chunk.name)) return '/tickets';
    return isLate(chunk) ? IDLE : chunk.step;
  };
  return chunks.map((chunk) => ({ ...chunk, step: stepOf(chunk) }));
}

const begins = (page: Page, step: string) => page.evaluate((name) => void performance.mark(name), step);

/** API calls of the last step before and after its rows were rendered. Calls from before a page reload are lost. */
async function printCalls(page: Page, pages: number) {
  const { calls, begunAt, stoodAt } = await page.evaluate(() => ({
    calls: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType, name }) => /fetch|xmlhttprequest/.test(initiatorType) && !/\.js$/.test(name))
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, at: startTime })),
    begunAt: Object.fromEntries(
      performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime]),
    ),
    stoodAt: window.rowsShownAt ?? {},
  }));
  console.log('\n| step | calls before its rows | afterwards |\n|---|---|---|');
  const steps = Object.entries(begunAt).filter(([name]) => name.startsWith('/'));
  for (const [index, [step, begun]] of steps.entries()) {
    const end = steps[index + 1]?.[1] ?? Number.POSITIVE_INFINITY;
    const stood = stoodAt[step] ?? Number.POSITIVE_INFINITY;
    const between = (from: number, to: number) => {
      const paths = calls.flatMap(({ path: each, at }) => (at >= from && at < to ? [each] : []));
      return `${paths.length}: ${paths.join(' ')}`;
    };
    console.log(`| ${step} | ${between(begun, stood)} | ${between(stood, end)} |`);
  }
  console.log(`\npages loaded: ${pages}`);
}

type Walk = AsyncGenerator<string>;

/** The path of a first visit; each yield names what was loaded since the previous one. */
async function* walk(page: Page): Walk {
  await page.goto('/login');
  await page.getByLabel('CPF').waitFor();
  yield '/login';
  await page.waitForTimeout(SETTLED);
  yield IDLE;
  await page.getByLabel('CPF').fill(DEMO.cpf);
  await page.getByLabel('Senha').fill(DEMO.password);
  await begins(page, '/home');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('row').nth(1).waitFor();
  yield '/home';
  await page.waitForTimeout(SETTLED);
  yield IDLE;
  await begins(page, '/tickets');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Tickets/ })
    .first()
    .click();
  await page.getByRole('searchbox').or(page.getByLabel('Buscar tickets')).first().waitFor();
  await page.getByRole('row').nth(10).waitFor();
  yield '/tickets';
  await page.waitForTimeout(SETTLED);
  yield IDLE;
}

async function recordScripts(page: Page, walkThrough: () => Walk): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  const bodies: Promise<Sized>[] = [];
  const seen = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js') || seen.has(pathname)) return;
    seen.add(pathname);
    bodies.push(response.body().then((body) => ({ name: path.basename(pathname), kib: kibOf(body) })));
  });
  for await (const step of walkThrough()) {
    for (const chunk of await Promise.all(bodies.splice(0))) chunks.push({ ...chunk, step });
  }
  return chunks;
}

function print(chunks: readonly Chunk[]) {
  console.log('| step | scripts | KiB gzip | largest |\n|---|---:|---:|---|');
  for (const step of new Set(chunks.map((chunk) => chunk.step))) {
    printLine(
      step,
      chunks.filter((chunk) => chunk.step === step),
    );
  }
  const loaded = new Set(chunks.map(({ name }) => name));
  const first = chunks.filter(({ step }) => step !== IDLE);
  const total = sum(first);
  printLine(`**login to ticket list** (budget ${FIRST_LOAD_BUDGET})`, first);
  const others = builtScripts().filter(({ name }) => !loaded.has(name));
  const captcha = others.filter(({ name }) => CAPTCHA.test(name));
  printLine('apart: the proof of work, where the sign-in asks for one', captcha);
  const late = others.filter((chunk) => !captcha.includes(chunk));
  printLine(`all other chunks, each loaded by its screen (budget ${CHUNK_BUDGET} each)`, late);
  const tooLarge = late.some(({ kib }) => kib > CHUNK_BUDGET);
  const atSignIn = chunks.filter(({ step }) => step === '/login').length;
  if (total > FIRST_LOAD_BUDGET || tooLarge || atSignIn > FILES_BUDGET) process.exitCode = 1;
}

function printLine(what: string, chunks: readonly Sized[]) {
  const largest = chunks.toSorted((a, b) => b.kib - a.kib).slice(0, 3);
  const names = largest.map(({ name, kib }) => `${plain(name)} ${kib.toFixed(1)}`).join(', ');
  console.log(`| ${what} | ${chunks.length} | ${sum(chunks).toFixed(1)} | ${names} |`);
}

/** All scripts of the last build, whether the first visit loads them or not; those of the one before lie beside them. */
const builtScripts = (): Sized[] =>
  readFileSync(path.join(ASSETS, '.files'), 'utf8')
    .split('\n')
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, kib: kibOf(readFileSync(path.join(ASSETS, name))) }));

const sum = (chunks: readonly Sized[]) => chunks.reduce((total, { kib }) => total + kib, 0);
const kibOf = (body: Buffer) => gzipSync(body).length / 1024;

/** Name without the build hash. */
const plain = (name: string) => name.replace(/-[\w-]{8}\.js$/, '');

if (process.argv[1] === import.meta.filename) await bundle();
