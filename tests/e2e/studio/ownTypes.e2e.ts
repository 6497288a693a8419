import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { ADMIN, launch, OPERATOR, openScreen, openSignedIn, visit } from '../support/browser.ts';
import { openPanel, openTab, panelTab } from '../support/customerPanel.ts';
import { expectAccessibleAndFitting } from '../support/expectAccessibleAndFitting.ts';
import {
  choose,
  choosePart,
  publish,
  publishedVersion,
  rollBack,
  tools,
  untilNoProblems,
} from '../support/studio.ts';
import { read } from '../support/tickets/tickets.ts';

describe('record type created in the studio', () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is in the menu of an operator, who enters a record and finds it', async () => {
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, ADMIN);
      await page.goto('/configuracao/records');
      await page.getByRole('button', { name: 'Novo', exact: true }).click();
      const requested = page.getByRole('dialog');
      await requested.getByRole('textbox', { name: 'Título, no singular' }).fill('Contrato de comodato');
      await requested.getByRole('button', { name: 'Criar rascunho' }).click();
      await page.waitForURL(/\/configuracao\/records\/contratos-de-comodato/);
      await tools(page).getByRole('button', { name: 'Campo' }).click();
      const field = page.getByRole('region', { name: /^Campo \w+: / });
      await field.getByRole('textbox', { name: 'Título' }).fill('Cliente');
      await choose(field, /^Tipo/, 'Referência a um cadastro');
      await choose(field, /^Cadastro citado/, 'Clientes');
      await choosePart(page, 'Cadastro próprio', /contratos de comodato/);
      const whole = page.getByRole('region', { name: /^Cadastro contratos-de-comodato: / });
      await whole.getByRole('switch', { name: /^Representantes veem/ }).check();
      await whole.getByRole('switch', { name: 'Aba no painel do cliente' }).check();
      await whole.getByRole('switch', { name: 'Bloco na página do ticket' }).check();
      await untilNoProblems(page);
      await expectAccessibleAndFitting(page, 'a record type in the studio');
      await page.getByRole('button', { name: 'Publicar', exact: true }).click();
      const publishing = page.getByRole('dialog');
      await publishing.getByRole('checkbox', { name: 'Operador: criar', checked: true }).waitFor();
      await expectAccessibleAndFitting(page, 'what roles may do with an own type');
      await publishing.getByRole('button', { name: /^Publicar/ }).click();
      await publishing.waitFor({ state: 'detached' });
    });
    await visit(browser, { width: 1280, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, OPERATOR, '/home');
      await page
        .getByRole('navigation', { name: 'Menu principal' })
        .getByRole('link', { name: 'Contratos de comodato' })
        .click();
      await page.getByRole('link', { name: 'Criar contrato de comodato' }).click();
      await page.getByRole('textbox', { name: 'Código', exact: true }).fill('CT-1');
      await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Freezer da padaria');
      await page.getByRole('combobox', { name: 'Cliente' }).click();
      await page.getByRole('option').first().click();
      await expectAccessibleAndFitting(page, 'a record of an own type');
      await page.getByRole('button', { name: 'Criar contrato de comodato' }).click();
      await page.goto('/cadastros/contratos-de-comodato?q=padaria');
      await page.getByRole('link', { name: 'Freezer da padaria' }).waitFor();
      await expectAccessibleAndFitting(page, 'the list of an own type');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Buscar tickets/ }).pressSequentially('da padaria');
      const hit = page.getByRole('group', { name: 'Cadastros' }).getByRole('option');
      await hit.filter({ hasText: 'CT-1' }).waitFor();
      await expectAccessibleAndFitting(page, 'a record of an own type in the search');
      await hit.filter({ hasText: 'CT-1' }).click();
      await page.waitForURL(/\/cadastros\/contratos-de-comodato\/\d+$/);
    });
    await visit(browser, { width: 360, scheme: 'light' }, async (page) => {
      await openSignedIn(page, OPERATOR);
      await page.goto('/cadastros/contratos-de-comodato');
      await page.getByText('Freezer da padaria').waitFor();
      await expectAccessibleAndFitting(page, 'the list of an own type on a phone');
    });
  });

  it('is a tab of the customer panel, where a record is created for the customer', async () => {
    let tab = '';
    await visit(browser, { width: 1280, scheme: 'light' }, async (page) => {
      await openSignedIn(page, OPERATOR, '/home');
      const { id } = await openPanel(page);
      tab = `/clientes/${id}/cadastro-contratos-de-comodato`;
      await openTab(page, 'Contratos de comodato');
      await page.getByRole('button', { name: 'Criar contrato de comodato' }).click();
      const making = page.getByRole('dialog');
      await making.getByRole('textbox', { name: 'Código', exact: true }).fill('CT-2');
      await making.getByRole('textbox', { name: 'Nome', exact: true }).fill('Vitrine da esquina');
      await expectAccessibleAndFitting(page, 'a record of an own type over the customer panel');
      await making.getByRole('button', { name: 'Criar contrato de comodato' }).click();
      await making.waitFor({ state: 'detached' });
      await panelTab(page, 'Contratos de comodato').getByText('Vitrine da esquina').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Nome', exact: true }).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
      await expectAccessibleAndFitting(page, 'the records of a customer in the panel');
    });
    await visit(browser, { width: 360, scheme: 'dark' }, async (page) => {
      await openSignedIn(page, OPERATOR);
      await page.goto(tab);
      await page.getByText('Vitrine da esquina').waitFor();
      await expectAccessibleAndFitting(page, 'the records of a customer on a phone');
    });
  });

  it("is a block on the page of the customer's tickets", async () => {
    for (const width of [1280, 360])
      await visit(browser, { width, scheme: 'dark' }, async (page) => {
        await openSignedIn(page, OPERATOR);
        await page.goto(`/tickets/${await ticketOfCompany(page)}`);
        if (width < 600) await page.getByRole('tab', { name: 'Detalhes' }).click();
        const block = page.getByRole('region', { name: 'Contratos de comodato' });
        await block.scrollIntoViewIfNeeded();
        await block.getByRole('button', { name: 'Criar contrato de comodato' }).click();
        const making = page.getByRole('dialog');
        await making.getByRole('textbox', { name: 'Código', exact: true }).fill(`CT-${width}`);
        await making.getByRole('textbox', { name: 'Nome', exact: true }).fill(`Balcão ${width}`);
        await making.getByRole('button', { name: 'Criar contrato de comodato' }).click();
        await making.waitFor({ state: 'detached' });
        await block.getByRole('button', { name: `Balcão ${width}` }).click();
        await page.getByRole('dialog').getByRole('textbox', { name: 'Nome', exact: true }).waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
        await expectAccessibleAndFitting(page, `records of an own type on the page of a ticket at ${width}`);
      });
  });

  it('refreshes in place when others write: in its list, the panel, the block and the open record', async () => {
    const look = { width: 1280, scheme: 'light' } as const;
    await visit(browser, look, (page) =>
      visit(browser, look, async (writer) => {
        await Promise.all([openSignedIn(page, OPERATOR), openSignedIn(writer, ADMIN)]);
        await renamed(writer, {
          ...{ was: 'Freezer da padaria', becomes: 'Freezer da praia' },
          open: async () => void (await page.goto('/cadastros/contratos-de-comodato')),
          shown: (name) => page.getByRole('link', { name }),
        });
        await renamed(writer, {
          ...{ was: 'Vitrine da esquina', becomes: 'Vitrine da praça' },
          open: async () => {
            await openPanel(page);
            await openTab(page, 'Contratos de comodato');
          },
          shown: (name) => panelTab(page, 'Contratos de comodato').getByText(name),
        });
        const block = page.getByRole('region', { name: 'Contratos de comodato' });
        const ticket = await ticketOfCompany(page);
        await renamed(writer, {
          ...{ was: 'Balcão 1280', becomes: 'Balcão da feira' },
          open: async () => openScreen(page, `/tickets/${ticket}`),
          shown: (name) => block.getByRole('button', { name }),
        });
        const dialog = page.getByRole('dialog');
        await renamed(writer, {
          ...{ was: 'Balcão da feira', becomes: 'Balcão do mercado' },
          open: () => block.getByRole('button', { name: 'Balcão da feira' }).click(),
          shown: (name) => dialog.getByRole('heading', { name }),
        });
        const name = dialog.getByRole('textbox', { name: 'Nome', exact: true });
        assert.equal(await name.inputValue(), 'Balcão do mercado');
        await expectAccessibleAndFitting(page, 'an open record that somebody else changed');
      }),
    );
  });

  it('is changed and rolled back, which its operator sees without a restart', async () => {
    const look = { width: 1280, scheme: 'light' } as const;
    await visit(browser, look, (page) =>
      visit(browser, look, async (operator) => {
        await Promise.all([openSignedIn(page, ADMIN), openSignedIn(operator, OPERATOR)]);
        const series = operator.getByRole('textbox', { name: 'Série' });
        const create = async () => {
          await operator.goto('/cadastros/contratos-de-comodato/create');
          await operator.getByRole('textbox', { name: 'Código', exact: true }).waitFor();
        };
        await create();
        assert.equal(await series.count(), 0);
        const before = await publishedVersion(page, 'records/contratos-de-comodato');
        await page.goto('/configuracao/records/contratos-de-comodato');
        await tools(page).getByRole('button', { name: 'Campo' }).click();
        await page
          .getByRole('region', { name: /^Campo \w+: / })
          .getByRole('textbox', { name: 'Título' })
          .fill('Série');
        await untilNoProblems(page);
        await publish(page, 'Série do equipamento');
        await create();
        await series.waitFor();
        await rollBack(page, before, 'Fica para depois');
        await create();
        assert.equal(await series.count(), 0);
      }),
    );
  });
});

interface Seen {
  was: string;
  becomes: string;
  /** Opens the place where it is viewed, and locates it there. */
  open: () => Promise<void>;
  shown: (name: string) => Locator;
}

/** Somebody else renames it in its own form; the viewer does nothing. */
async function renamed(writer: Page, { was, becomes, open, shown }: Seen): Promise<void> {
  await open();
  await shown(was).waitFor();
  await writer.goto(`/cadastros/contratos-de-comodato?q=${encodeURIComponent(was)}`);
  await writer.getByRole('link', { name: was }).click();
  await writer.getByRole('textbox', { name: 'Nome', exact: true }).fill(becomes);
  await writer.getByRole('button', { name: 'Salvar contrato de comodato' }).click();
  await shown(becomes).waitFor();
  assert.equal(await shown(was).count(), 0);
}

/** Earlier journeys may have opened a ticket of a consumer, who has no customer for a contract. */
async function ticketOfCompany(page: Page): Promise<number> {
  const { itens: tickets } = await read<{ itens: { id: number; cliente: { id: number } }[] }>(
    page,
    '/sac/tickets?take=100',
  );
  for (const { id, cliente } of tickets) {
    const { data } = await read<{ data: { documento: string } }>(page, `/sac/clientes/${cliente.id}`);
    if (data.documento.replace(/\W/g, '').length === 14) return id;
  }
  throw new Error('no ticket of a company');
}
