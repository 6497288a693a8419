import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { asPerson } from '../support/asPerson.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  OPERATOR,
  openSignedIn,
  SUPERVISOR,
  signIn,
  type Viewport,
  visit,
} from '../support/browser.ts';
import { openGroups, rail } from '../support/customerPanel.ts';
import { read } from '../support/tickets/tickets.ts';

interface Contact {
  id: number;
  nome: string;
  versao: number;
}

/** The contacts of the person's first customer, including one created for this journey. */
async function openContact(page: Page, nome: string): Promise<{ idCli: number; contact: Contact }> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, '/callcenter/clientes?take=1');
  const idCli = itens[0]?.id ?? 0;
  await page.goto(`/clientes/${idCli}/contatos`);
  await page.getByRole('button', { name: 'Novo contato' }).first().dblclick();
  const dialog = page.getByRole('dialog', { name: 'Criar novo contato' });
  // The second click of the double click lands on the backdrop.
  await dialog.getByLabel(/^Nome/).fill(nome);
  await dialog.getByLabel('Telefone').fill('11988887777');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const contacts = await read<Contact[]>(page, `/callcenter/contatos/${idCli}/contatos`);
  const contact = contacts.find((each) => each.nome === nome);
  if (!contact) throw new Error('the contact was not made');
  return { idCli, contact };
}

/** Uses the tab rail on a desktop, or the select on a phone. */
async function goTab(page: Page, { width }: Viewport, name: string) {
  if (width > 899) {
    await openGroups(page);
    return rail(page).getByText(name, { exact: true }).click();
  }
  await page.getByRole('combobox', { name: 'Aba' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
}

describe('dialogs and navigation', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const look of LOOKS) {
    it(`keeps what was typed, and resolves a conflict field by field, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, OPERATOR);
        const { idCli, contact } = await openContact(page, `Ana Quadros ${look.width}`);
        await page.getByRole('button', { name: `Editar ${contact.nome}` }).click();
        const dialog = page.getByRole('dialog', { name: 'Editar contato' });
        await dialog.getByLabel('Cargo').fill('Diretoria');

        // Esc asks for confirmation, and the input is kept.
        await page.keyboard.press('Escape');
        const question = page.getByRole('alertdialog', { name: 'Descartar o que você preencheu?' });
        await question.waitFor();
        await expectAccessible(page, 'leave question');
        await question.getByRole('button', { name: 'Continuar preenchendo' }).click();
        assert.equal(await dialog.getByLabel('Cargo').inputValue(), 'Diretoria');

        // A colleague saves first.
        await asPerson(browser, SUPERVISOR, async (other) => {
          const answer = await other.request.put(`/callcenter/contatos/${idCli}/contatos/${contact.id}`, {
            headers: { App: 'balcao' },
            data: {
              contato: contact.nome,
              cargo: 'Fiscal',
              telefone: '11988887777',
              email: 'ana@exemplo.com.br',
              versao: contact.versao,
            },
          });
          assert.equal(answer.status(), 200);
        });
        await dialog.getByRole('button', { name: 'Salvar' }).click();
        const heading = dialog.getByText(/Sílvia .*mudou este contato/);
        await heading.waitFor();
        assert.ok(await heading.evaluate((each) => each === document.activeElement));
        await dialog
          .getByRole('list', { name: 'O que mudou' })
          .getByText(/ana@exemplo/)
          .waitFor();
        const field = dialog.getByRole('group', { name: 'Cargo' });
        await field.getByText('Fiscal').waitFor();
        await expectAccessible(page, 'conflict');
        await expectNoSidewaysScroll(page);
        await field.getByRole('button', { name: 'Aplicar o meu' }).click();
        await dialog.getByRole('button', { name: 'Salvar' }).click();
        await dialog.waitFor({ state: 'detached' });
        const after = await read<(Contact & { cargo: string; email: string })[]>(
          page,
          `/callcenter/contatos/${idCli}/contatos`,
        );
        const saved = after.find(({ id }) => id === contact.id);
        assert.deepEqual([saved?.cargo, saved?.email], ['Diretoria', 'ana@exemplo.com.br']);

        // Switching to another tab also asks for confirmation, and the page stays on the current one.
        await goTab(page, look, 'Frequência de Atendimento');
        await page.getByRole('switch', { name: 'Domingo' }).click();
        await goTab(page, look, 'Contatos');
        await question.waitFor();
        await question.getByRole('button', { name: 'Continuar preenchendo' }).click();
        assert.match(page.url(), /\/frequencia$/);
        await goTab(page, look, 'Contatos');
        await question.getByRole('button', { name: 'Descartar' }).click();
        await page.waitForURL('**/contatos');
      });
    });

    it(`does not go back to the sign-in page, and reacts to the first tap, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await page.goto('/login');
        await page.getByLabel('CPF').click();
        await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
        await page.waitForURL('**/esqueci-senha');
        await signIn(page, OPERATOR);
        await page.goto('/tickets');
        await page.goBack();
        await page.waitForURL('**/home');
        await page.goBack();
        await page.waitForURL((url) => url.pathname !== '/home');
        assert.equal(await page.getByLabel('Senha').count(), 0);
        await page.goto('/login');
        await page.waitForURL('**/home');
      });
    });

    it(`closes by 'back' a dialog that has an address of its own, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, SUPERVISOR);
        await page.goto('/agendas');
        await page.locator('main a[data-open]').first().click();
        const dialog = page.getByRole('dialog', { name: /^Agenda \d/ });
        await dialog.getByRole('button', { name: 'Fechar' }).waitFor();
        assert.match(page.url(), /\/agendas\/\d+/);
        await page.goBack();
        await dialog.waitFor({ state: 'detached' });
        await page.waitForURL(/\/agendas(\?|$)/);
        // Nor does the next one open it again.
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: 'Agendas' }).waitFor();
        assert.equal(await dialog.count(), 0);
      });
    });

    it(`recovers by itself when the server is back, at ${look.width} px`, async () => {
      await visit(browser, look, async (page) => {
        await openSignedIn(page, OPERATOR);
        let away = true;
        await page.route(/\/(sac|callcenter|config|carga|login|validar)/, (route) =>
          away && route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
        );
        await page.goto('/tickets');
        await page.getByRole('dialog', { name: 'Não foi possível carregar o Balcão' }).waitFor();
        away = false;
        await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor();
        await page.getByRole('row').nth(1).or(page.getByRole('listitem').first()).first().waitFor();
      });
    });
  }
});
