import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { CONSUMER, launch } from '../support/browser.ts';
import { expectConsumersWords } from '../support/consumersWords.ts';
import { requestOf, SCREEN_CASES, type ScreenCase } from '../support/everyScreen/stops.ts';
import { requestOpened } from '../support/everyScreen/ticketSteps.ts';
import { beforeSignIn, walk } from '../support/everyScreen/walk.ts';
import { NEW_TICKET } from '../support/tickets/newTicket.ts';

/** Screens that a consumer reaches by their own links or by typing an address. */
const CONSUMERS: readonly (ScreenCase & { name: string })[] = [
  { name: '/home', opens: [NEW_TICKET, 'Buscar ou ir para…', /^Avisos/, /^Menu do usuário/] },
  { name: '/tickets' },
  { name: 'nothing found', at: async () => `/tickets?filter=${encodeURIComponent('{"termo":"zzzz"}')}` },
  { name: 'a request', at: requestOf('EM_ATENDIMENTO'), opens: ['Ações'] },
  { name: 'an ended request', at: requestOf('FINALIZADO') },
  { name: "another's request", at: async () => '/tickets/1' },
  { name: 'opening a request', at: async () => '/home', further: requestOpened },
  { name: '/faq' },
  { name: '/artigo', at: SCREEN_CASES['/artigo/:id']?.at as ScreenCase['at'] },
  { name: '/conta/dados' },
  { name: '/conta/senha' },
  { name: '/coletas' },
  { name: '/nao-existe' },
];

/** Like everyScreenAtoM, for people who have not signed in and for consumers. */
describe('every screen of people from outside', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is accessible and fits its window before the sign-in', () => walk(browser, beforeSignIn));

  it('is accessible and fits its window for a consumer', () =>
    walk(
      browser,
      CONSUMERS.map(({ name, ...stop }) => ({ name, stop })),
      CONSUMER,
      expectConsumersWords,
    ));
});
