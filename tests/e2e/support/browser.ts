import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { read } from './tickets/tickets.ts';

/**
 * The system's Chromium, Playwright's own, or the one named by CHROMIUM. The headless shell is preferred to a full browser:
 * the same pages without invisible windows, for two thirds of the CPU.
 */
export function findChromium(): string | undefined {
  const candidates = [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && existsSync(path));
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM as string,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Something that takes a second on an idle machine may take long on a busy one, in milliseconds. */
export const TIMEOUT = 30_000;

export interface Viewport {
  width: number;
  scheme: 'light' | 'dark';
  /** A console other than the one shared by the journeys. */
  url?: string;
}

/** Every journey is run on a desktop and on a phone; its checks cover both light and dark (axe.ts). */
export const LOOKS: readonly Viewport[] = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
];

/**
 * Runs a journey with a page of a new browser session. Page errors and violations of the content policy fail it, and a
 * failure leaves a screenshot in test-results/.
 */
export async function visit(browser: Browser, look: Viewport, walk: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: look.url ?? (process.env.E2E_URL as string),
    viewport: { width: look.width, height: look.width < 600 ? 780 : 800 },
    colorScheme: look.scheme,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
  });
  try {
    await walk(page);
    if (troubles.length > 0) throw new Error(`the page complained:\n${troubles.join('\n')}`);
  } catch (error) {
    await page.screenshot({ path: `test-results/${Date.now()}-${look.width}-${look.scheme}.png` });
    throw error;
  } finally {
    await context.close();
  }
}

export interface Person {
  cpf: string;
  name: string;
}

/** The person who signs in, with their own password if it is not the demonstration's. */
export type Account = Pick<Person, 'cpf'> & { senha?: string };
const DEMO_PASSWORD = 'balcao-demo';

export const OPERATOR: Person = { cpf: '40000000477', name: 'operador' };
export const CONSUMER: Person = { cpf: '70000000744', name: 'consumidor' };
export const SUPERVISOR: Person = { cpf: '30000000388', name: 'supervisora' };
export const SELLER: Person = { cpf: '50000000566', name: 'vendedora' };
export const ADMIN: Person = { cpf: '10000000108', name: 'admin' };

/** Opens a session of the person for this page without loading any screen. Returns the console's origin. */
export async function openSession(page: Page, { cpf, senha = DEMO_PASSWORD }: Account): Promise<string> {
  const answer = await page.request.post('/login/sac', {
    data: { cpf, senha },
    headers: { App: 'balcao' },
  });
  if (!answer.ok()) throw new Error(`sign-in of ${cpf}: ${answer.status()} ${await answer.text()}`);
  return new URL(answer.url()).origin;
}

/**
 * Simulates a person who has signed in here before, for journeys that do not test signing in: the next address, or the given
 * one, opens in their session. The form and the home page would cost more than most steps of a journey.
 */
export async function openSignedIn(page: Page, person: Account, at?: string) {
  const origin = await openSession(page, person);
  const { colaborador } = await read<{ colaborador: { id: number; nome: string } }>(page, '/sac/carga');
  const known = JSON.stringify({ id: colaborador.id, nome: colaborador.nome });
  const context = page.context();
  const { cookies } = await context.storageState();
  await context.setStorageState({
    cookies,
    origins: [{ origin, localStorage: [{ name: 'APP', value: known }] }],
  });
  if (!at) return;
  await page.goto(at);
  await page.getByRole('main').waitFor();
}

/**
 * Ends the session as if the browser had been closed. The page is left first: one that is still asking goes to the sign-in
 * by itself when it is refused, in the middle of the journey's next step.
 */
export async function dropSession(page: Page) {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/**
 * Opens another screen like one of the console's links, once a page of the console is open: loading a page costs ten times
 * as much. An address on the screen that is already open is loaded, because nothing would show that it has changed.
 */
export async function openScreen(page: Page, address: string) {
  if (!(await page.evaluate(leaveFor, address))) return void (await page.goto(address));
  await page.locator('[data-left]').waitFor({ state: 'detached' });
}

/** Marks the heading of the screen that is left, and returns whether there was one. */
function leaveFor(address: string): boolean {
  const heading = document.querySelector<HTMLElement>('#conteudo h1');
  if (!heading || new URL(address, location.href).pathname === location.pathname) return false;
  heading.dataset.left = '';
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  return true;
}

/** Signs in through the page, like a person. */
export async function signIn(page: Page, { cpf }: Person) {
  await page.goto('/login');
  await enter(page, cpf);
}

/** Fills in the sign-in form that is already shown. */
export async function enter(page: Page, cpf: string) {
  await page.getByLabel('CPF').fill(cpf);
  await page.getByLabel('Senha').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/home');
}

/** Asserts that nothing is wider than the window (docs/domain.md 19). */
export async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  if ((content ?? 0) > (window ?? 0))
    throw new Error(`the page is ${content} px wide in a window of ${window} px`);
}
