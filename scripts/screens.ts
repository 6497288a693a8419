import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import {
  ADMIN,
  findChromium,
  LOOKS,
  type Look,
  launch,
  OPERATOR,
  type Person,
  SELLER,
  signIn,
} from '../tests/e2e/support/browser.ts';
import { startConsole } from '../tests/e2e/support/console.ts';
import { read } from '../tests/e2e/support/tickets.ts';

// `npm run screens`: the pictures of docs/screens, of a fresh demonstration company, on a desk and a phone, in light
// and dark. Each state of the list is shown as a person meets it.
const OUT = path.resolve(import.meta.dirname, '../docs/screens');

const SCREENS: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto('/home'),
  tickets: (page) => page.goto('/tickets'),
  'tickets-vazio': (page) => page.goto(filtered({ termo: 'nada que exista' })),
  'tickets-erro': async (page) => {
    await page.route('**/sac/tickets?*', (route) => route.fulfill({ status: 500, json: FAILURE }));
    await page.goto('/tickets');
  },
  'tickets-carregando': async (page) => {
    await page.route('**/sac/tickets?*', () => {});
    await page.goto('/tickets');
  },
  'sem-permissao': (page) => page.goto('/emails'),
  'pagina-desconhecida': (page) => page.goto('/nao-existe'),
  ticket: (page) => page.goto('/tickets/12'),
  'ticket-produtos': async (page) => {
    await page.goto('/tickets/12');
    await page.getByRole('tab', { name: /Produtos/ }).click();
  },
  dashboard: (page) => page.goto('/dashboard'),
  coletas: (page) => page.goto('/coletas'),
  'coletas-gerar': (page) => page.goto('/coletas/gerar'),
  busca: async (page) => {
    await page.goto('/home');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mercado');
  },
  conta: (page) => page.goto('/conta/dados'),
  'ticket-novo': async (page) => {
    await openChooser(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Solicitação/ })
      .first()
      .waitFor();
  },
  'ticket-novo-passos': async (page) => {
    await openChooser(page);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Solicitação/ })
      .first()
      .click();
    await page.getByRole('radio', { name: 'Devolução de mercadoria' }).check();
  },
};

/** As who sells; the first of their customers and quotes. */
const SALES: Record<string, (page: Page) => Promise<unknown>> = {
  'home-vendas': (page) => page.goto('/home'),
  clientes: (page) => page.goto('/clientes'),
  'cliente-painel': async (page) => page.goto(`/clientes/${await firstOf(page, 'clientes')}`),
  'cliente-boletos': async (page) => page.goto(`/clientes/${await firstOf(page, 'clientes')}/boletos`),
  agendas: (page) => page.goto('/agendas'),
  'agendas-calendario': (page) => page.goto('/agendas/calendario'),
  orcamentos: (page) => page.goto('/orcamentos'),
  orcamento: async (page) => page.goto(`/orcamentos/${await firstOf(page, 'orcamentos', 'st[]=ATIVO&')}`),
  pedidos: (page) => page.goto('/pedidos'),
};

const ADMINISTRATION: Record<string, string> = {
  'caixa-de-saida': '/emails',
  auditoria: '/auditoria',
  configuracao: '/configuracao',
  relatorios: '/relatorios',
  parametros: '/parametros',
  'pagina-inicial': '/pagina-inicial',
};

async function firstOf(page: Page, list: string, filter = ''): Promise<number | undefined> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, `/callcenter/${list}?${filter}take=1`);
  return itens[0]?.id;
}

/** Without the draft that the picture before left behind. */
async function openChooser(page: Page) {
  await page.goto('/home');
  await page.request.delete('/config/rascunhos/ticket-novo', { headers: { App: 'balcao' } });
  await page.getByRole('button', { name: 'NOVO TICKET' }).click();
}

const FAILURE = {
  error: 'Algo deu errado do nosso lado. Tente de novo; se continuar, informe o protocolo 5f0c2a1e-77b1.',
  code: 'ERRO_INTERNO',
  requestId: '5f0c2a1e-77b1',
};

const filtered = (filter: object) => `/tickets?filter=${encodeURIComponent(JSON.stringify(filter))}`;

async function picture(page: Page, name: string, { width, scheme }: Look) {
  // What comes when the page is idle stands as well.
  await page.waitForTimeout(2500);
  const png = await page.screenshot();
  await sharp(png)
    .png({ palette: true, quality: 90 })
    .toFile(path.join(OUT, `${name}-${width}-${scheme}.png`));
}

async function pictures(browser: Browser, look: Look) {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL as string,
    viewport: { width: look.width, height: look.width < 600 ? 780 : 800 },
    colorScheme: look.scheme,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto('/login');
  await picture(page, 'login', look);
  await signIn(page, OPERATOR);
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page);
    await picture(page, name, look);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await signInAnew(page, SELLER);
  for (const [name, open] of Object.entries(SALES)) {
    await open(page);
    await picture(page, name, look);
  }
  await signInAnew(page, ADMIN);
  for (const [name, address] of Object.entries(ADMINISTRATION)) {
    await page.goto(address);
    await picture(page, name, look);
  }
  await context.close();
}

async function signInAnew(page: Page, person: Person) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, person);
}

mkdirSync(OUT, { recursive: true });
process.env.CHROMIUM = findChromium();
const server = await startConsole();
process.env.E2E_URL = server.url;
const browser = await launch();
try {
  for (const look of LOOKS) await pictures(browser, look);
} finally {
  await browser.close();
  await server.stop();
}
