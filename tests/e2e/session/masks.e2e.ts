import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cpfCheckDigits } from '#contract/rules/documents.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  ADMIN,
  expectNoSidewaysScroll,
  LOOKS,
  launch,
  OPERATOR,
  openSession,
  openSignedIn,
  type Person,
  SUPERVISOR,
  visit,
} from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console.ts';
import { panelTab, settled } from '../support/customerPanel.ts';
import { eventually } from '../support/eventually.ts';
import { read, send } from '../support/tickets/tickets.ts';

interface Contact {
  id: number;
  nome: string;
  doc: string;
  dtNasc: string;
  cargo: string;
  telefone: string;
  celular: string;
  email: string;
}
interface Role {
  id: number;
  chave: string;
  nome: string;
  versao: number;
  modulos: { nome: string; autorizado: boolean; moduloAcoes: { nome: string; autorizado: boolean }[] }[];
}

const cpfOf = (number: number): string => {
  const base = `75310${String(number).padStart(4, '0')}`;
  return base + cpfCheckDigits(base);
};

describe('operator who sees personal data masked', () => {
  let browser: Browser;
  let own: RunningConsole;
  before(async () => {
    [browser, own] = await Promise.all([launch(), startConsole()]);
    await as(ADMIN, takePermission);
  });
  after(async () => {
    await browser.close();
    await own.stop();
  });

  async function as<T>(person: Person, work: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ baseURL: own.url });
    try {
      const page = await context.newPage();
      await openSession(page, person);
      return await work(page);
    } finally {
      await context.close();
    }
  }

  async function takePermission(page: Page) {
    const roles = await read<{ id: number; chave: string }[]>(page, '/config/perfis?range=[0,99]');
    const { id } = roles.find(({ chave }) => chave === 'OPERADOR') ?? { id: 0 };
    const role = await read<Role>(page, `/config/perfis/${id}`);
    const held = role.modulos.flatMap(({ nome, autorizado, moduloAcoes }) => [
      ...(autorizado ? [nome] : []),
      ...moduloAcoes.filter((each) => each.autorizado).map((each) => each.nome),
    ]);
    const permissoes = held.filter((name) => name !== 'DADOS_PESSOAIS');
    assert.equal(held.length - permissoes.length, 1);
    const answer = await page.request.put(`/config/perfis/${id}`, {
      data: { nome: role.nome, permissoes, versao: role.versao },
      headers: { App: 'balcao' },
    });
    assert.equal(answer.status(), 200, await answer.text());
  }

  for (const [index, look] of LOOKS.entries())
    it(`edits beside the masks, loses nothing and exports masks at ${look.width} px`, async () => {
      await visit(browser, { ...look, url: own.url }, async (page) => {
        await openSignedIn(page, OPERATOR);
        const { itens } = await read<{ itens: { id: number }[] }>(page, '/sac/clientes?take=1');
        const idCli = itens[0]?.id ?? 0;
        const path = `/callcenter/contatos/${idCli}/contatos`;
        const nome = `Zilda ${'AB'[index]}`;
        const contact = {
          ...{ contato: nome, tipocontato: null, documento: cpfOf(index + 1), datanascimento: '1980-02-01' },
          ...{ telefone: '9233334444', celular: '92991112222', email: `zilda${index}@exemplo.com.br` },
        };
        const { id } = await as(ADMIN, (admin) => send(admin, path, contact));
        const stored = () =>
          as(ADMIN, async (admin) => (await read<Contact[]>(admin, path)).find((each) => each.id === id));
        const before = await stored();

        await page.goto(`/clientes/${idCli}/contatos`);
        await settled(page);
        await panelTab(page, 'Contatos').getByText('z***@exemplo.com.br').first().waitFor();
        await expectAccessible(page, 'a masked panel');
        await expectNoSidewaysScroll(page);
        await page.getByRole('button', { name: `Editar ${nome}` }).click();
        const dialog = page.getByRole('dialog');
        assert.equal(await dialog.getByRole('textbox', { name: 'Celular' }).inputValue(), '(92) *****-2222');
        assert.equal(await dialog.getByRole('textbox', { name: 'CPF' }).getAttribute('readonly'), '');
        await expectAccessible(page, 'a form with masks');
        await dialog.getByLabel('Cargo').fill('Compras');
        await dialog.getByRole('button', { name: 'Salvar' }).click();
        await dialog.waitFor({ state: 'detached' });
        const { cargo, ...after } = { ...before, ...(await stored()) };
        assert.equal(cargo, 'Compras');
        assert.deepEqual(
          { ...after, versao: 0 },
          {
            ...Object.fromEntries(Object.entries(before ?? {}).filter(([key]) => key !== 'cargo')),
            versao: 0,
          },
        );

        await page.goto('/clientes');
        await page.getByRole('button', { name: 'Exportar para planilha' }).click();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: /CSV/ }).click(),
        ]);
        const sheet = await readFile(await download.path(), 'utf8');
        assert.match(sheet, /\w\*{3}@/);
        assert.doesNotMatch(sheet, /[\w.]+@[\w.]+\.br/);

        const idSupervisor = await as(SUPERVISOR, async (supervisor) => {
          const [seen] = (await read<Contact[]>(supervisor, path)).filter((each) => each.id === id);
          assert.equal(seen?.email, contact.email);
          return (await read<{ colaborador: { id: number } }>(supervisor, '/sac/carga')).colaborador.id;
        });
        const looks = `/config/auditoria?filter=${encodeURIComponent(JSON.stringify({ acao: 'CONSULTAR_DADOS_PESSOAIS' }))}`;
        await eventually(
          () => as(ADMIN, (admin) => read<{ pessoa: { id: number } | null }[]>(admin, looks)),
          (entries) => entries.some(({ pessoa }) => pessoa?.id === idSupervisor),
          'the look of the supervisor in the audit',
        );
      });
    });
});
