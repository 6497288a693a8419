import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { asPerson } from '../support/asPerson.ts';
import { ADMIN, launch, OPERATOR, openSignedIn, SUPERVISOR, visit } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import { openQuestion, type Party } from '../support/questions.ts';
import { read, send } from '../support/tickets/tickets.ts';

const DESKTOP = { width: 1280, scheme: 'light' } as const;
const PHONE = { width: 360, scheme: 'dark' } as const;
/** The demonstration's operator, who serves only its first branch. */
const ATTENDANT = 'Bruno Carvalho';
const BRANCH = 1;
const COUNT = 60;

interface Found {
  itens: { id: number; operador: { nome: string } | null }[];
  paginator: { total: number };
}

describe('work on the ticket list', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('reassigns sixty tickets at once, names the two that failed and why, and retries them', async () => {
    await visit(browser, DESKTOP, async (page) => {
      await openSignedIn(page, SUPERVISOR);
      const { idCli, ids } = await sixtyOfOneCustomer(page);
      // With a bare number, as somebody typing the address would write it.
      const filter = { idCli, dtIni: today() };
      await showList(page, filter, COUNT);
      await selectAll(page, COUNT);
      await expectAccessibleAndFitting(page, 'list with a selection');

      // In the meantime, one ticket is withdrawn and one is assigned to the attendant by somebody else.
      const [withdrawn = 0, taken = 0] = ids;
      const attendant = await asPerson(browser, ADMIN, async (admin) => {
        const id = await attendantId(admin);
        await command(admin, withdrawn, 'cancelar', { motivo: 'Aberto em duplicidade.' });
        await send(admin, '/sac/tickets/lote/atribuir', { ids: [taken], dados: { operador: id } });
        return id;
      });

      await actions(page).getByRole('button', { name: 'Atribuir' }).click();
      const dialog = page.getByRole('dialog', { name: `Atribuir ${COUNT} tickets` });
      await dialog.getByRole('button', { name: 'Atribuir' }).click();
      await dialog.getByText('Escolha o operador.').waitFor();
      await dialog.getByRole('combobox', { name: 'Operador' }).click();
      await page.getByRole('option', { name: ATTENDANT }).click();
      await dialog.getByRole('button', { name: 'Atribuir' }).click();
      await dialog.getByText('58 tickets atribuídos, 2 recusados.').waitFor({ timeout: 30_000 });
      await refusal(dialog, 'O ticket está encerrado.')
        .getByRole('link', { name: String(withdrawn) })
        .waitFor();
      await refusal(dialog, 'O ticket já está com esta pessoa.')
        .getByRole('link', { name: String(taken) })
        .waitFor();
      assert.equal(await dialog.getByRole('link').count(), 2);
      await expectAccessibleAndFitting(page, 'result of each row');

      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('link', { name: String(withdrawn) }).click(),
      ]);
      await opened.getByRole('heading', { level: 1, name: `Ticket ${withdrawn}` }).waitFor();
      await opened.close();
      await command(page, withdrawn, 'reabrir', { motivo: 'Não era duplicado.' });
      await dialog.getByRole('button', { name: 'Tentar novamente os que falharam' }).click();
      await dialog.getByText('1 ticket atribuído, 1 recusado.').waitFor();
      assert.equal(await refusal(dialog, 'O ticket está encerrado.').count(), 0);
      await dialog.getByRole('button', { name: 'Fechar' }).click();

      await page.getByRole('row').getByText(ATTENDANT).nth(24).waitFor();
      assert.equal(await actions(page).count(), 0, 'the selection has served');
      const reassigned = await read<Found>(
        page,
        `/sac/tickets?idCli=${idCli}&dtIni=${today()}&operador=${attendant}`,
      );
      assert.equal(reassigned.paginator.total, COUNT);
    });
  });

  it('processes more than two hundred in the background: over a reload, and until stopped', async () => {
    let total = 0;
    await visit(browser, DESKTOP, async (page) => {
      await openSignedIn(page, SUPERVISOR);
      total = (await read<Found>(page, '/sac/tickets?take=1')).paginator.total;
      assert.ok(total > 1000);
      await showList(page, {}, total);
      await selectAll(page, total);
      await actions(page).getByRole('button', { name: 'Mais ações' }).click();
      await page.getByRole('menuitem', { name: 'Anotar' }).click();
      const dialog = page.getByRole('dialog', { name: /^Anotar em/ });
      await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Inventário: confira o prazo.');
      await dialog.getByRole('button', { name: 'Anotar' }).click();
      await dialog.getByRole('progressbar').waitFor();
      await dialog.getByText(/Você pode fechar esta janela/).waitFor();

      await page.reload();
      await page.getByRole('button', { name: 'Ações em lote: 1 em andamento' }).click();
      const tray = page.getByRole('dialog', { name: 'Ações em lote' });
      await tray.getByRole('button', { name: 'Acompanhar' }).click();
      await tray
        .getByRole('status')
        .getByText(/^[\d.]+ de [\d.]+/)
        .waitFor();
      await tray.getByRole('button', { name: 'Parar' }).click();
      await tray
        .getByRole('status')
        .getByText(/[1-9][\d.]* sem mudança/)
        .waitFor();
      await expectAccessibleAndFitting(page, 'stopped job');
    });
    // Completed rows stay completed and are still shown on another device; the others are unchanged.
    await visit(browser, PHONE, async (phone) => {
      await openSignedIn(phone, SUPERVISOR);
      const [job] = await read<{ situacao: string; total: number; processados: number }[]>(
        phone,
        '/sac/tickets/lote',
      );
      assert.equal(job?.situacao, 'CANCELADO');
      assert.equal(job.total, total);
      assert.ok(job.processados > 0 && job.processados < total, `${job.processados} of ${total}`);
      await phone.goto('/tickets');
      await phone.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
      await expectAccessibleAndFitting(phone, 'list on a phone');
    });
  });

  it('saves a view, opens with it after signing in again, and deletes it', async () => {
    const name = `Abertos da manhã ${Date.now()}`;
    await visit(browser, DESKTOP, async (page) => {
      await openSignedIn(page, SUPERVISOR);
      await showList(page, { status: ['ABERTO'], prazo: 'ATRASADO' });
      await viewMenu(page, 'Salvar como nova visão…');
      const dialog = page.getByRole('dialog', { name: 'Salvar visão' });
      await dialog.getByRole('textbox', { name: 'Nome da visão' }).fill(name);
      await expectAccessibleAndFitting(page, 'dialog of a view');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await view(page, name, { selected: true }).waitFor();
      await viewMenu(page, `Abrir a lista com "${name}"`);
      await page.getByText(`A lista passa a abrir com "${name}".`).waitFor();
      await expectAccessibleAndFitting(page, 'list with a view');
    });
    await visit(browser, PHONE, async (phone) => {
      await openSignedIn(phone, SUPERVISOR);
      await phone.goto('/tickets');
      await phone.waitForURL(/ATRASADO/);
      await view(phone, name, { selected: true }).waitFor();
      assert.match(decodeURIComponent(phone.url()), /"status":\["ABERTO"\]/);
      await expectAccessibleAndFitting(phone, 'view on a phone');

      await viewMenu(phone, `Excluir "${name}"…`);
      await phone.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
      await view(phone, name).waitFor({ state: 'detached' });
    });
  });

  it('exports everything that the filter finds, not only the page', async () => {
    await visit(browser, DESKTOP, async (page) => {
      await openSignedIn(page, SUPERVISOR);
      await showList(page, { status: ['ABERTO'] });
      const { paginator } = await read<Found>(page, '/sac/tickets?status=ABERTO&take=1');
      assert.ok(paginator.total > 50);
      await page.getByRole('button', { name: 'Exportar para planilha' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: /CSV/ }).click(),
      ]);
      assert.match(download.suggestedFilename(), /\.csv$/);
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
      assert.match(lines[0] ?? '', /Ticket/);
      assert.equal(lines.length - 1, paginator.total);
    });
  });

  it('is used by keyboard, and looks the same on return', async () => {
    await visit(browser, DESKTOP, async (page) => {
      await openSignedIn(page, OPERATOR);
      await showList(page, { status: ['FINALIZADO'] });
      const { itens } = await read<Found>(page, '/sac/tickets?status=FINALIZADO&take=25&page=2');
      const ids = itens.map(({ id }) => id);
      await page.getByRole('button', { name: 'Página 2' }).click();
      await tick(page, ids[0]).waitFor();

      await page.locator('main').press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      assert.equal(
        await page.getByRole('checkbox', { name: `Selecionar ticket ${ids[1]}` }).isChecked(),
        true,
      );
      await page.keyboard.press('Space');
      await preview(page, ids[1]).waitFor();
      await expectAccessibleAndFitting(page, 'preview');
      await page.keyboard.press('j');
      await preview(page, ids[2]).waitFor();
      await page.keyboard.press('k');
      await preview(page, ids[1]).waitFor();
      await page.keyboard.press('Escape');
      await preview(page, ids[1]).waitFor({ state: 'detached' });

      for (let row = 1; row < ids.length - 2; row++) await page.keyboard.press('j');
      const scrolled = await scrollOf(page);
      await page.keyboard.press('Enter');
      await heading(page, ids[ids.length - 2]).waitFor();
      await page.keyboard.press(']');
      await heading(page, ids[ids.length - 1]).waitFor();
      // The next ticket of the list is on its next page.
      await page.keyboard.press(']');
      await page
        .getByRole('navigation', { name: 'Tickets da lista' })
        .getByText(/^51 de/)
        .waitFor();
      await page.keyboard.press('[');
      await heading(page, ids[ids.length - 1]).waitFor();

      await page.goBack();
      await page.waitForURL(/\/tickets\?.*page=2/);
      await tick(page, ids[ids.length - 2]).waitFor();
      await eventually(
        () => scrollOf(page),
        (now) => now === scrolled,
        `the list was scrolled to ${scrolled}`,
      );
      await actions(page).getByText('1 selecionado').waitFor();
    });
  });
});

/** The current day in the time zone of the demonstration's first branch. */
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Sao_Paulo' });

/** Sixty new tickets of a customer without other tickets today. */
async function sixtyOfOneCustomer(page: Page): Promise<{ idCli: number; ids: number[] }> {
  const party = await quietCustomer(page);
  const ids: number[] = [];
  for (let number = 1; number <= COUNT; number++)
    ids.push(await openQuestion(page, party, `Pergunta ${number} da loja sobre o catálogo.`));
  return { idCli: party.idCli, ids };
}

async function quietCustomer(page: Page): Promise<Party> {
  const { itens } = await read<{ itens: { id: number; filiaisSac: { idFil: number }[] }[] }>(
    page,
    '/sac/clientes?take=60',
  );
  for (const { id, filiaisSac } of itens) {
    if (filiaisSac[0]?.idFil !== BRANCH) continue;
    const { paginator } = await read<Found>(page, `/sac/tickets?idCli=${id}&dtIni=${today()}&take=1`);
    if (paginator.total === 0) return { idCli: id, idFil: BRANCH };
  }
  throw new Error('every customer asked something today');
}

async function attendantId(page: Page): Promise<number> {
  const attendants = await read<{ id: number; nome: string }[]>(page, '/sac/consultas/atendentes');
  const found = attendants.find(({ nome }) => nome === ATTENDANT);
  if (!found) throw new Error(`${ATTENDANT} attends nothing`);
  return found.id;
}

async function command(page: Page, id: number, move: string, body: object) {
  const { data } = await read<{ data: { versao: number } }>(page, `/sac/tickets/${id}`);
  await send(page, `/sac/tickets/${id}/${move}`, { versao: data.versao, ...body });
}

async function showList(page: Page, filter: object, total?: number) {
  await page.goto(
    `/tickets?displayedFilters=%7B%7D&filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`,
  );
  if (total !== undefined)
    await page
      .getByText(`${total.toLocaleString('pt-BR')} tickets`)
      .first()
      .waitFor();
  await settled(page);
}

/** Waits until the rows are rendered, and whatever loads after them. */
async function settled(page: Page) {
  await page
    .getByRole('checkbox', { name: /^Selecionar ticket/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Visões' }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function selectAll(page: Page, total: number) {
  const count = total.toLocaleString('pt-BR');
  await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check();
  await actions(page)
    .getByRole('button', { name: `Selecionar todos os ${count}` })
    .click();
  await actions(page).getByText(`${count} selecionados`).waitFor();
}

const actions = (page: Page) => page.getByRole('region', { name: 'Ações para a seleção' });

const refusal = (dialog: Locator, reason: string) => dialog.getByRole('listitem').filter({ hasText: reason });

const view = (page: Page, name: string, state: { selected?: true } = {}) =>
  page.getByRole('tablist', { name: 'Visões da lista' }).getByRole('tab', { name, ...state });

async function viewMenu(page: Page, item: string) {
  await page.getByRole('button', { name: 'Visões' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const preview = (page: Page, id: number | undefined) =>
  page.getByRole('complementary', { name: `Prévia do ticket ${id}` });

const heading = (page: Page, id: number | undefined) =>
  page.getByRole('heading', { level: 1, name: `Ticket ${id}` });

const tick = (page: Page, id: number | undefined) =>
  page.getByRole('checkbox', { name: `Selecionar ticket ${id}` });

const scrollOf = (page: Page): Promise<number> =>
  page.getByRole('table').evaluate((table) => table.parentElement?.scrollTop ?? 0);
