import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import {
  ADMIN,
  findChromium,
  launch,
  OPERATOR,
  type Person,
  SELLER,
  signIn,
  type Viewport,
} from '#tests/e2e/support/browser.ts';
import { startConsole } from '#tests/e2e/support/console.ts';
import { read } from '#tests/e2e/support/tickets/tickets.ts';

// `npm run screens`: takes the screenshots for README and the guides, from a fresh demonstration company.
const OUT = path.resolve(import.meta.dirname, '../docs/screens');

interface Picture {
  person: Person;
  look: Viewport;
  open: (page: Page) => Promise<unknown>;
}

const DESKTOP: Viewport = { width: 1280, scheme: 'light' };
const PHONE: Viewport = { width: 360, scheme: 'dark' };
const at = (address: string) => (page: Page) => page.goto(address);

/** By file name. A test checks that each is shown in a document. */
const PICTURES: Record<string, Picture> = {
  tickets: { person: OPERATOR, look: DESKTOP, open: at('/tickets') },
  'tickets-celular': { person: OPERATOR, look: PHONE, open: at('/tickets') },
  ticket: { person: OPERATOR, look: DESKTOP, open: at('/tickets/12') },
  'ticket-novo': { person: OPERATOR, look: DESKTOP, open: openWizard },
  coletas: { person: OPERATOR, look: DESKTOP, open: at('/coletas') },
  'cliente-painel': {
    person: SELLER,
    look: DESKTOP,
    open: async (page) => page.goto(`/clientes/${await firstOf(page, 'clientes')}`),
  },
  orcamento: {
    person: SELLER,
    look: DESKTOP,
    open: async (page) => page.goto(`/orcamentos/${await firstOf(page, 'orcamentos', 'st[]=ATIVO&')}`),
  },
  agendas: { person: SELLER, look: DESKTOP, open: at('/agendas') },
  cadastros: { person: ADMIN, look: DESKTOP, open: at('/cadastros') },
  importar: { person: ADMIN, look: DESKTOP, open: at('/cadastros/transportadoras/importar') },
  configuracao: { person: ADMIN, look: DESKTOP, open: at('/configuracao') },
  relatorios: { person: ADMIN, look: DESKTOP, open: at('/relatorios') },
};

async function firstOf(page: Page, list: string, filter = ''): Promise<number | undefined> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, `/callcenter/${list}?${filter}take=1`);
  return itens[0]?.id;
}

/** Removes the draft left behind by the previous screenshot. */
async function openWizard(page: Page) {
  await page.goto('/home');
  await page.request.delete('/config/rascunhos/ticket-novo', { headers: { App: 'balcao' } });
  await page.getByRole('button', { name: 'NOVO TICKET' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /Solicitação/ })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
}

/** Until no part of the page is a placeholder any more, and what it fetches when it is idle has arrived as well. */
async function untilLoaded(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.locator('main').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('main .MuiSkeleton-root').length === 0);
  await page.waitForTimeout(3_500);
}

async function take(browser: Browser, name: string, { person, look, open }: Picture) {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL as string,
    viewport: { width: look.width, height: look.width < 600 ? 780 : 800 },
    colorScheme: look.scheme,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await signIn(page, person);
  await open(page);
  await untilLoaded(page);
  const png = await page.screenshot();
  await sharp(png)
    .png({ palette: true, quality: 90 })
    .toFile(path.join(OUT, `${name}.png`));
  await context.close();
}

mkdirSync(OUT, { recursive: true });
process.env.CHROMIUM = findChromium();
const server = await startConsole();
process.env.E2E_URL = server.url;
const browser = await launch();
try {
  for (const [name, picture] of Object.entries(PICTURES)) await take(browser, name, picture);
} finally {
  await browser.close();
  await server.stop();
}
