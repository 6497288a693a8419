import type { Locator, Page } from 'playwright-core';
import { ADMIN, openSignedIn, visit } from '#tests/e2e/support/browser.ts';
import { COUNT_PRESSES, pressesOf } from '#tests/e2e/support/presses.ts';
import { choose, rollBack, tools, untilNoProblems } from '#tests/e2e/support/studio.ts';
import { type Measure, printHead, printRow } from './measure.ts';

/** What an administrator sets up by clicks, from the home page to its publication. */
interface Journey {
  name: string;
  /** The most clicks that it may take; what is only typed is counted beside it. */
  most: number;
  /** What has to be there before, and is not counted. */
  prepare?: (page: Page) => Promise<void>;
  run: (page: Page) => Promise<void>;
}

const LOOK = { width: 1280, scheme: 'light' } as const;

/** Counts what an administrator presses. */
export const clicks: Measure = async (browser, only) => {
  printHead(['percurso', 'cliques', 'teclas', 'no máximo', 'segundos']);
  let held = true;
  for (const { name, most, prepare, run } of JOURNEYS) {
    if (!only.test(name)) continue;
    await visit(browser, LOOK, async (page) => {
      await openSignedIn(page, ADMIN);
      if (prepare) {
        await page.goto('/home');
        await prepare(page);
      }
      await page.addInitScript({ content: COUNT_PRESSES });
      await page.goto('/home');
      await page.getByRole('main').waitFor();
      const begun = Date.now();
      try {
        await run(page);
      } catch (error) {
        held = false;
        console.error(`${name}: ${String(error).split('\n')[0]}`);
      }
      const made = await pressesOf(page);
      if (made.clicks > most) held = false;
      printRow([name, made.clicks, made.keys, most, Math.round((Date.now() - begun) / 1000)]);
    });
  }
  return held;
};

/** Typed key by key over what the field holds. */
async function type(field: Locator, text: string) {
  await field.press('Control+a');
  await field.pressSequentially(text);
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });

const openConfigured = async (page: Page, name: string) => {
  await menu(page).getByRole('button', { name: 'Configuração' }).click();
  await menu(page).getByRole('link', { name }).click();
};

async function openStudio(page: Page, kind: string, definition: RegExp) {
  await openConfigured(page, 'Estúdio');
  const tab = page.getByRole('tab', { name: kind, exact: true });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await page.getByRole('link', { name: definition }).click();
}

async function publish(page: Page) {
  await untilNoProblems(page);
  await page.getByRole('button', { name: 'Publicar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publicar/ });
  await dialog.getByRole('button', { name: /^Publicar versão \d+$/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Finds a word of the console by what stands on the screen and says another one instead. */
async function word(page: Page, search: string, standard: string, own: string) {
  await page
    .getByRole('searchbox', { name: 'Procurar a palavra que está na tela' })
    .pressSequentially(search);
  await page.getByRole('textbox', { name: standard, exact: true }).pressSequentially(own);
}

/** A new definition with a title, as a draft. */
async function begin(page: Page, kind: string, title: string) {
  await menu(page).getByRole('link', { name: 'Estúdio' }).click();
  const tab = page.getByRole('tab', { name: kind, exact: true });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await page.getByRole('button', { name: 'Novo', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Novo/ });
  await page.keyboard.type(title);
  await dialog.getByRole('button', { name: 'Criar rascunho' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** One of a long list, found by typing. */
async function find(page: Page, name: RegExp, typed: string, option: string | RegExp) {
  await page.getByRole('combobox', { name }).click();
  await page.keyboard.type(typed);
  await page.getByRole('option', { name: option, exact: true }).first().click();
}

/** A type of contracts, which fall due. */
async function makeContracts(page: Page, title: string) {
  await begin(page, 'Cadastros próprios', title);
  await tools(page).getByRole('button', { name: 'Campo' }).click();
  const field = page.getByRole('region', { name: /^Campo \w+: / });
  await type(field.getByRole('textbox', { name: 'Título' }), 'Vencimento');
  await choose(field, /^Tipo/, 'Data');
  await publish(page);
}

/** What of them falls due within thirty days. */
async function reportContracts(page: Page, title: string) {
  await begin(page, 'Relatórios', `${title} que vencem em 30 dias`);
  await find(page, /^Conjunto de dados/, title, new RegExp(title));
  await page.getByRole('button', { name: 'Condição', exact: true }).click();
  await choose(page, /^O que se pergunta/, 'Vencimento');
  await choose(page, /^Comparação/, 'é nos próximos dias');
  await publish(page);
}

const JOURNEYS: readonly Journey[] = [
  {
    name: 'devoluções por motivo e filial, com transportadora, contra o mês anterior',
    most: 25,
    async run(page) {
      await begin(page, 'Relatórios', 'Devoluções contra o mês anterior');
      await find(page, /^Incluir uma coluna/, 'filial', 'Filial');
      await find(page, /^Incluir uma coluna/, 'transportadora', 'Transportadora');
      await page.getByRole('button', { name: 'Condição', exact: true }).click();
      await find(page, /^O que se pergunta/, 'tipo', 'Tipo');
      await choose(page, /^Comparação/, 'contém');
      await page.getByRole('textbox', { name: 'Valor' }).click();
      await page.keyboard.type('devolução');
      await choose(page, /^Período comparado com/, 'O período anterior');
      await page.getByRole('button', { name: 'Período', exact: true }).click();
      await choose(page, /^Começa com/, 'Este mês inteiro');
      await page.getByText(/^Agora: .* Antes: /).waitFor();
      await publish(page);
    },
  },
  {
    name: 'relatório de um cadastro próprio, vence em 30 dias',
    most: 20,
    prepare: (page) => makeContracts(page, 'Garantias'),
    run: (page) => reportContracts(page, 'Garantias'),
  },
  {
    name: 'cadastro, relatório, regra e painel',
    most: 60,
    async run(page) {
      await makeContracts(page, 'Contratos');
      await reportContracts(page, 'Contratos');
      await begin(page, 'Regras', 'Contrato que vence');
      await find(page, /^Sobre o qu/, 'contrato', /^Contrato/);
      await choose(page, /^O que a dispara/, 'Um tempo antes ou depois de uma data');
      await find(page, /^Incluir ação/, 'avisa', /[Aa]visa/);
      await publish(page);
      await begin(page, 'Painéis de relatórios', 'Contratos de hoje');
      await page.getByRole('toolbar').getByRole('button', { name: 'Relatório', exact: true }).click();
      await page.keyboard.type('contratos que vencem');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Contratos que vencem/ })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Incluir' }).click();
      await publish(page);
    },
  },
  {
    name: 'campo de ticket',
    most: 10,
    async run(page) {
      await openStudio(page, 'Campos adicionais', /Campos adicionais de tickets/);
      await tools(page).getByRole('button', { name: 'Campo' }).click();
      const field = page.getByRole('region', { name: /^Campo \w+: / });
      await type(field.getByRole('textbox', { name: 'Título' }), 'Romaneio');
      await choose(field, /^Tipo/, 'Data');
      await publish(page);
    },
  },
  {
    name: 'ordem do painel do cliente',
    most: 10,
    async run(page) {
      await openStudio(page, 'Painéis', /Painel do cliente/);
      await page.getByRole('region', { name: 'Comercial' }).getByRole('button', { name: 'Pedidos' }).click();
      await page.keyboard.press('Alt+ArrowUp');
      await publish(page);
    },
  },
  {
    name: 'voltar atrás',
    most: 8,
    async run(page) {
      await openStudio(page, 'Painéis', /Painel do cliente/);
      await rollBack(page, 1, 'Era melhor antes');
    },
  },
  {
    name: 'caminho de fluxo com valor acima de',
    most: 16,
    async run(page) {
      await openStudio(page, 'Fluxos', /Devolução de mercadoria faturada/);
      await page.getByRole('button', { name: /^Caminho Encerrar como improcedente/ }).press('Enter');
      await choose(page, /^Quando está aberto/, 'Quando uma condição vale');
      await page.getByRole('combobox', { name: 'O que se pergunta' }).click();
      await page.keyboard.type('valor');
      await page.getByRole('option', { name: 'Valor', exact: true }).click();
      await choose(page, /^Comparação/, 'é maior que');
      await page.getByRole('textbox', { name: 'Valor' }).pressSequentially('5000');
      await publish(page);
    },
  },
  {
    name: 'campo de cliente só para CNPJ',
    most: 16,
    async run(page) {
      await openStudio(page, 'Campos adicionais', /Campos adicionais de clientes/);
      await tools(page).getByRole('button', { name: 'Campo' }).click();
      const field = page.getByRole('region', { name: /^Campo \w+: / });
      await type(field.getByRole('textbox', { name: 'Título' }), 'Inscrição municipal');
      await choose(field, /^Quando aparece/, 'Quando uma condição vale');
      await field.getByRole('combobox', { name: 'O que se pergunta' }).click();
      await page.keyboard.type('pessoa');
      await page.getByRole('option', { name: /Tipo de pessoa/ }).click();
      await choose(field, /^Valor/, 'Empresa (CNPJ)');
      await publish(page);
    },
  },
  {
    name: 'palavra de uma situação',
    most: 8,
    async run(page) {
      await openStudio(page, 'Palavras', /Palavras do console/);
      await word(page, 'aguardando cliente', 'Aguardando cliente', 'Com o cliente');
      await publish(page);
      await menu(page).getByRole('link', { name: 'Tickets' }).click();
      await page.getByText('Com o cliente').first().waitFor();
    },
  },
  {
    name: 'nome de um campo',
    most: 8,
    async run(page) {
      await openStudio(page, 'Palavras', /Palavras do console/);
      await word(page, 'prazo', 'Prazo', 'Vence em');
      await publish(page);
      await menu(page).getByRole('link', { name: 'Tickets' }).click();
      await page.getByRole('columnheader', { name: 'Vence em' }).waitFor();
    },
  },
  {
    name: 'texto de um e-mail',
    most: 8,
    async run(page) {
      await openStudio(page, 'Modelos de e-mail', /Resposta da equipe/);
      const text = page.getByRole('textbox', { name: 'Texto' });
      await text.click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Qualquer coisa, responda.');
      await publish(page);
    },
  },
  {
    name: 'regra a partir de um exemplo, ligada',
    most: 14,
    async run(page) {
      await openConfigured(page, 'Estúdio');
      await page.getByRole('tab', { name: 'Regras', exact: true }).click();
      await page.getByRole('button', { name: 'Exemplos' }).click();
      await page.getByRole('searchbox', { name: 'Buscar exemplos' }).pressSequentially('boleto amanha');
      await page.getByRole('button', { name: /^Usar/ }).click();
      await publish(page);
      await page
        .getByRole('region', { name: 'Estado da regra' })
        .getByRole('button', { name: 'Ligar' })
        .click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Ligar/ })
        .click();
      await page.getByRole('region', { name: 'Estado da regra' }).getByText('Ligada').waitFor();
    },
  },
  {
    name: 'permissão de um perfil',
    most: 12,
    async run(page) {
      await openConfigured(page, 'Perfis');
      await page.getByRole('link', { name: /^Operador/ }).click();
      await type(page.getByRole('searchbox', { name: /permiss/i }), 'flex');
      await page
        .getByRole('group', { name: 'Permissões' })
        .getByRole('checkbox', { name: /flex/i })
        .last()
        .click();
      await page.getByRole('button', { name: 'Salvar perfil' }).click();
      await page.getByText('Perfil salvo. Já vale para quem o tem.').waitFor();
    },
  },
  {
    name: 'perfil e tipo de ticket num arquivo',
    most: 12,
    async run(page) {
      await openConfigured(page, 'Estúdio');
      // The menu closes when the list that it stands above arrives.
      await page.getByRole('table').getByRole('row').nth(1).waitFor();
      await page.getByRole('button', { name: 'Exportar' }).click();
      await page.getByRole('menuitem', { name: 'Escolher o que levar…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Escolher o que levar' });
      const search = dialog.getByRole('textbox', { name: /^Buscar/ });
      for (const [words, title] of [
        ['perfil operador', 'Levar Operador'],
        ['tipo avaria', 'Levar Avaria no transporte'],
      ] as const) {
        await type(search, words);
        await dialog
          .getByRole('list', { name: 'O que pode ir' })
          .getByRole('checkbox', { name: title })
          .first()
          .click();
      }
      const saved = page.waitForEvent('download');
      await dialog.getByRole('button', { name: /^Exportar \d+ / }).click();
      await saved;
    },
  },
  {
    name: 'pacote publicado e desfeito',
    most: 12,
    async run(page) {
      await openConfigured(page, 'Estúdio');
      await page.getByRole('button', { name: 'Importar' }).click();
      const dialog = page.getByRole('dialog', { name: 'Importar um arquivo' });
      await dialog.locator('input[type=file][multiple]').setInputFiles({
        ...{ name: 'pacote.json', mimeType: 'application/json' },
        buffer: Buffer.from(JSON.stringify(BUNDLE)),
      });
      await type(dialog.getByRole('textbox', { name: 'Nome do pacote' }), 'Mesa de trocas');
      await dialog.getByRole('button', { name: /^Publicar/ }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Pacotes' }).click();
      await page.getByRole('button', { name: 'Ver o pacote Mesa de trocas' }).click();
      await page
        .getByRole('dialog', { name: 'Mesa de trocas' })
        .getByRole('button', { name: 'Desfazer o pacote' })
        .click();
      await page.getByText('Pacote "Mesa de trocas" desfeito.').waitFor();
    },
  },
];

/** A role and a parameter from another installation. */
const BUNDLE = {
  ...{ formato: 'balcao-definicoes', versao: 1 },
  itens: [
    {
      ...{ tipo: 'roles', chave: 'OPERADOR-mesa-de-trocas' },
      conteudo: {
        ...{ base: 'OPERADOR', nome: 'Mesa de trocas', padrao: false, exigeSegundoFator: false },
        permissoes: ['CONTA', 'SAC_HOME', 'SAC_TICKETS', 'TICKETS_RESPONDER'],
      },
    },
    {
      ...{ tipo: 'parameters', chave: 'diasLimiteDevolucao' },
      conteudo: { chave: 'diasLimiteDevolucao', valor: 21 },
    },
  ],
};
