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
  SUPERVISOR,
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
  'inicio-operador': { person: OPERATOR, look: DESKTOP, open: at('/home') },
  'inicio-vendas': { person: SELLER, look: DESKTOP, open: at('/home') },
  tickets: { person: OPERATOR, look: DESKTOP, open: at('/tickets') },
  'tickets-celular': { person: OPERATOR, look: PHONE, open: at('/tickets') },
  ticket: { person: SUPERVISOR, look: DESKTOP, open: openReturn },
  analise: { person: SUPERVISOR, look: DESKTOP, open: openAnalysis },
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
  pedidos: { person: SELLER, look: DESKTOP, open: at('/pedidos') },
  agendas: { person: SELLER, look: DESKTOP, open: at('/agendas') },
  cadastros: { person: ADMIN, look: DESKTOP, open: at('/cadastros') },
  importar: { person: ADMIN, look: DESKTOP, open: at('/cadastros/transportadoras/importar') },
  configuracao: { person: ADMIN, look: DESKTOP, open: at('/configuracao') },
  estudio: { person: ADMIN, look: DESKTOP, open: at('/configuracao/flows/DEVOLUCAO') },
  relatorios: { person: ADMIN, look: DESKTOP, open: at('/relatorios') },
  relatorio: { person: ADMIN, look: DESKTOP, open: openReport },
  dashboard: { person: SUPERVISOR, look: DESKTOP, open: at('/paineis/gestao-do-sac') },
};

/** The most used screens, which docs/screens/README.md shows in the dark, too. */
const DARK = [
  ...['inicio-operador', 'inicio-vendas', 'tickets', 'analise', 'ticket-novo', 'cliente-painel'],
  ...['orcamento', 'pedidos', 'agendas', 'relatorio', 'dashboard', 'estudio'],
];

async function firstOf(page: Page, list: string, filter = ''): Promise<number | undefined> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, `/callcenter/${list}?${filter}take=1`);
  return itens[0]?.id;
}

/** A return whose products are being judged, and some of which have a suggestion. */
async function openReturn(page: Page) {
  const { itens } = await read<{ itens: { id: number; etapaAtual: { chave: string } }[] }>(
    page,
    '/sac/tickets?status[]=EM_ATENDIMENTO&take=100',
  );
  for (const { id } of itens.filter(({ etapaAtual }) => etapaAtual.chave === 'ANALISE_DEVOLUCAO')) {
    const suggestions = JSON.stringify(await read(page, `/sac/tickets/${id}/sugestoes-analise`));
    if (suggestions.includes('"proposta":"APROVAR"')) return page.goto(`/tickets/${id}`);
  }
  throw new Error('no return of the demonstration has a suggestion');
}

async function openAnalysis(page: Page) {
  await openReturn(page);
  await page.getByRole('button', { name: 'Analisar a devolução' }).click();
  await page
    .getByRole('button', { name: /^Sugestão: aprovar/ })
    .first()
    .click();
}

async function openReport(page: Page) {
  await page.goto('/relatorios/devolucoes-por-filial-e-regiao');
  await page.getByRole('button', { name: 'Gerar relatório' }).click();
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
  await write(page, name);
  if (DARK.includes(name)) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilLoaded(page);
    await write(page, `${name}-escuro`);
  }
  await context.close();
}

const write = async (page: Page, name: string) =>
  sharp(await page.screenshot())
    .webp({ nearLossless: true, quality: 60, effort: 6 })
    .toFile(path.join(OUT, `${name}.webp`));

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
