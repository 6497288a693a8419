import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { ADMIN, LOOKS, launch, openSignedIn, visit } from '../support/browser.ts';
import { createScreenDriver } from '../support/everyScreen/stage.ts';
import { SHIFT_BUDGET, shiftsOf, slowAnswers, totalShift, watchShifts } from '../support/layoutShift.ts';
import { read } from '../support/tickets/tickets.ts';

/** Screens whose parts arrive separately; `npm run walk` opens all of them. */
const SCREENS = [
  '/home',
  '/objetivos',
  '/tickets',
  '/pessoas',
  '/orcamentos-parados',
  '/relatorios',
  '/dashboard',
  '/pagina-inicial',
  '/conta/dados',
  '/cadastros/produtos/create',
];

const firstId = async (page: Page, list: string) =>
  (await read<{ itens: { id: number }[] }>(page, `/callcenter/${list}?take=1`)).itens[0]?.id;

describe('screens that load', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  for (const look of LOOKS)
    it(`move nothing that was painted, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await watchShifts(page);
        await slowAnswers(page);
        const stage = createScreenDriver(page);
        const moved: string[] = [];
        const open = async (address: string) => {
          const shifts = await shiftsOf(stage, () => page.goto(address));
          if (totalShift(shifts) > SHIFT_BUDGET)
            moved.push(`${address} by ${totalShift(shifts)}:`, ...shifts.flatMap((shift) => shift.moved));
        };
        await open('/login');
        await openSignedIn(page, ADMIN);
        const customer = await firstId(page, 'clientes');
        for (const address of [...SCREENS, `/orcamentos/${await firstId(page, 'orcamentos')}`])
          await open(address);
        await open(`/clientes/${customer}/notas-fiscais`);
        assert.deepEqual(moved, []);
      });
    });

  it('holds back what opens later without drawing a frame for it', async () => {
    await visit(browser, LOOKS[0] as (typeof LOOKS)[number], async (page) => {
      await openSignedIn(page, ADMIN, '/pessoas/create');
      const { delay, duration, fill } = await page
        .locator('[data-in-order]')
        .first()
        .evaluate((element) => {
          const { animationDelay, animationDuration, animationFillMode } = getComputedStyle(element);
          return { delay: animationDelay, duration: animationDuration, fill: animationFillMode };
        });
      assert.deepEqual({ delay, fill }, { delay: '3s', fill: 'backwards' });
      assert.ok(Number.parseFloat(duration) <= 0.001, `a frame is drawn for ${duration}`);
    });
  });

  it('show a draft that is continued at once, and move nothing for it', async () => {
    await visit(browser, LOOKS[1] as (typeof LOOKS)[number], async (page) => {
      await watchShifts(page);
      await openSignedIn(page, ADMIN, '/respostas/create');
      const stage = createScreenDriver(page);
      await page.getByLabel('Título').fill('Prazo de entrega');
      await page.getByText('Rascunho salvo às').waitFor();
      await slowAnswers(page);
      const shifts = await shiftsOf(stage, () => page.goto('/respostas/create'));
      await page.getByText('Continuando o rascunho').waitFor();
      await page.getByRole('button', { name: 'Descartar mudanças' }).click();
      assert.ok(totalShift(shifts) <= SHIFT_BUDGET, shifts.flatMap((shift) => shift.moved).join('\n'));
    });
  });
});
