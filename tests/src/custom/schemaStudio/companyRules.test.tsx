import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RuleRun, RuleStanding } from '#contract/config/companyRules.ts';
import type { DefinitionDetail } from '#contract/config/definitions.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { Permission } from '#contract/permissions.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { RULE_EXAMPLES } from '#contract/rules/companyRules/ruleExamples.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { HttpResponse, http, refusal, requests } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { detail as flowDetail, server, summary } from './servedStudio.ts';

jest.setTimeout(180_000);

const GRANTS: Permission[] = ['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_REGRAS', 'CONFIGURACAO_PUBLICAR'];
const meta = JSON.parse(readFileSync('schemas/meta/rule.schema.json', 'utf8'));
const rule: CompanyRule = {
  formato: 1,
  id: 'valor-alto',
  titulo: 'Valor alto ao gerente',
  entidade: 'tickets',
  quando: { tipo: 'EVENTO', evento: 'CRIADO' },
  entao: [
    { acao: 'ENCAMINHAR', setor: 'GERENCIA', mensagem: 'Peço a aprovação de {{cliente.uf}}' },
    { acao: 'PRIORIZAR', prioridade: 'ALTA' },
  ],
  papel: 'SUPERVISOR',
};
const detail = (fields: Partial<DefinitionDetail> = {}): DefinitionDetail => ({
  ...flowDetail(),
  ...summary({ tipo: 'rules', chave: 'valor-alto', titulo: rule.titulo, origem: 'PROPRIA' }),
  publicado: { ...rule },
  padrao: null,
  dependentes: [],
  ...fields,
});
const standing = (fields: Partial<RuleStanding> = {}): RuleStanding => ({
  ...{ chave: 'valor-alto', titulo: rule.titulo, modo: 'DESLIGADA', motivo: '', limite: '' },
  ...{ responsavel: { id: 9, nome: 'Bruno Lima' }, desde: '2026-11-20T12:00:00.000Z' },
  ...{ feitas: 0, ignoradas: 0, registradas: 0, comErro: 0, esperando: 0, versao: 4 },
  ...fields,
});
const run = (fields: Partial<RuleRun> = {}): RuleRun => ({
  ...{ id: 31, quando: '2026-11-28T12:00:00.000Z', evento: 'É aberto', entidade: 'tickets', registro: 812 },
  ...{ pagina: '/tickets/812', situacao: 'ERRO', frase: 'O setor Gerência foi excluído.', tentativas: 3 },
  ...{ proxima: null, versaoRegra: 3, profundidade: 0, acoes: [], podeRepetir: true },
  ...fields,
});
const CHOICES = {
  perfis: [{ valor: 'SUPERVISOR', titulo: 'Supervisor' }],
  setores: [
    { valor: 'GERENCIA', titulo: 'Gerência' },
    { valor: 'FISCAL', titulo: 'Fiscal' },
  ],
  atendentes: [{ valor: 4, titulo: 'Carla Dias' }],
};

const checked = (problemas: readonly object[]) =>
  http.post('/config/definicoes/rules/verificar', () =>
    HttpResponse.json({ problemas, mudancas: [], conteudo: null }),
  );
const tried = (fields: object = {}) =>
  http.post('/config/regras-simular', () =>
    HttpResponse.json({
      data: {
        ...{ problemas: [], dias: 90, vezes: 128, ate: 1000, valeria: 20 },
        frase: 'Nos últimos 90 dias aconteceu 128 vezes; pela situação de hoje valeria em 20.',
        exemplos: [
          { registro: 812, nome: 'Ticket 812', pagina: '/tickets/812', quando: '2026-11-28T12:00:00.000Z' },
        ],
        ...fields,
      },
    }),
  );
const stands = (fields: Partial<RuleStanding> = {}) =>
  http.get('/config/regras/valor-alto', () => HttpResponse.json({ data: standing(fields) }));
const served = (fields: Partial<DefinitionDetail> = {}) =>
  http.get('/config/definicoes/rules/valor-alto', () => HttpResponse.json({ data: detail(fields) }));

const signIn = (grants: Permission[] = GRANTS) => {
  freshBrowser();
  windowOf(1400);
  server.use(
    ...signedIn(grants),
    served(),
    http.get('/config/definicoes/:tipo', () =>
      HttpResponse.json({ itens: [summary(detail())], quebrados: [] }),
    ),
    http.get('/config/meta-esquemas/rules', () => HttpResponse.json(meta)),
    http.get('/config/mapa', () => HttpResponse.json(ENTITIES)),
    http.get('/config/regras-opcoes', () => HttpResponse.json(CHOICES)),
    http.get('/config/regras', () => HttpResponse.json([standing({ modo: 'SO_REGISTRA', registradas: 12 })])),
    http.get('/config/regras/valor-alto/dias', () => HttpResponse.json([])),
    stands(),
    tried(),
    checked([]),
    http.put('/config/definicoes/rules/:chave/rascunho', async ({ request, params }) => {
      const { conteudo, versao } = (await request.json()) as { conteudo: CompanyRule; versao: number };
      const fresh = { rascunho: { ...conteudo }, temRascunho: true, rascunhoEm: new Date().toISOString() };
      return HttpResponse.json({
        data: detail({ ...fresh, chave: String(params.chave), titulo: conteudo.titulo, versao: versao + 1 }),
      });
    }),
  );
};

// What is loaded with the first rule takes longer than a test waits on a busy machine.
beforeAll(async () => {
  await Promise.all([
    loadSearch(),
    import('#src/custom/schemaStudio/DefinitionPage.tsx'),
    import('#src/custom/schemaStudio/rules/RuleEditor.tsx'),
    import('#src/custom/schemaStudio/rules/RuleTrialPane.tsx'),
  ]);
});
beforeEach(() => signIn());

const open = async () => {
  const user = userEvent.setup();
  const app = renderApp('/configuracao/rules/valor-alto');
  const sentence = await screen.findByRole('status', { name: 'A regra em uma frase' });
  return { user, sentence, ...app };
};
const saved = async () =>
  (
    (await requests.findLast(({ method }) => method === 'PUT')?.json()) as
      | { conteudo: CompanyRule }
      | undefined
  )?.conteudo;
const choose = async (label: string, option: RegExp | string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
/** A list with more entries than a glance takes is searched. */
const search = async (label: string, words: string, option: string) => {
  const input = await screen.findByRole('combobox', { name: label });
  await userEvent.click(input);
  await userEvent.clear(input);
  await userEvent.paste(words);
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const actions = () => within(screen.getByRole('list', { name: 'Ações' }));

describe('editor of a rule', () => {
  it('reads the whole rule as a sentence, which follows what is chosen', async () => {
    const { sentence, container } = await open();
    await waitFor(() =>
      expect(sentence).toHaveTextContent(
        'Quando um ticket é aberto, então encaminha ao setor Gerência e muda a prioridade para Alta.',
      ),
    );
    await choose('O que acontece', 'É finalizado');
    expect(sentence).toHaveTextContent(/^Quando um ticket é finalizado, então/);
    await choose('O que a dispara', 'Um tempo antes ou depois de uma data');
    await choose('De que data', 'Prazo');
    expect(sentence).toHaveTextContent(/^Quando faltam 2 horas para “Prazo” de um ticket/);
    await choose('Antes ou depois', 'Depois');
    expect(sentence).toHaveTextContent(/^Quando passam 2 horas de “Prazo”/);
    await waitFor(async () =>
      expect((await saved())?.quando).toEqual({
        ...{ tipo: 'PRAZO', campo: 'prazo', quantidade: 2, unidade: 'HORAS' },
      }),
    );
    await expectNoAxeViolations(container);
  });

  it('takes a condition over the map', async () => {
    const { user, sentence } = await open();
    await user.click(await screen.findByRole('button', { name: 'Incluir condição' }));
    await search('O que se pergunta', 'valor', 'Valor');
    const value = screen.getByRole('textbox', { name: 'Valor' });
    await user.clear(value);
    await user.type(value, '5000');
    await user.tab();
    await waitFor(() =>
      expect(sentence.textContent?.replaceAll('\u00a0', ' ')).toContain(
        'se Valor é maior que R$ 5.000,00, então',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Retirar a 1ª condição' }));
    expect(screen.getByRole('button', { name: 'Incluir condição' })).toBeInTheDocument();
  });

  it('adds an action with what its schema asks for, and only that', async () => {
    await open();
    await search('Incluir ação', 'atribui', 'Atribui a uma pessoa');
    expect(await screen.findByRole('combobox', { name: 'A quem' })).toBeInTheDocument();
    await choose('Pessoa', 'Carla Dias');
    expect(actions().getByText('3. Atribui a Carla Dias')).toBeInTheDocument();
    await choose('A quem', 'Uma pessoa por vez, em rodízio');
    expect(screen.queryByRole('combobox', { name: 'Pessoa' })).not.toBeInTheDocument();
    await choose('Só pessoas deste setor', 'Fiscal');
    await waitFor(async () =>
      expect((await saved())?.entao[2]).toEqual({ acao: 'ATRIBUIR', como: 'RODIZIO', setor: 'FISCAL' }),
    );
  });

  it('moves an action by keys, takes one out, and brings it back', async () => {
    const { user } = await open();
    const second = await actions().findByRole('button', { name: /Muda a prioridade/ });
    act(() => second.focus());
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    const moved = actions().getByRole('button', { name: '1. Muda a prioridade para Alta' });
    await waitFor(() => expect(moved).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Retirar ação' }));
    expect(actions().queryByText(/Muda a prioridade/)).not.toBeInTheDocument();
    await user.click(screen.getByText('Desfazer'));
    expect(await actions().findByText('1. Muda a prioridade para Alta')).toBeInTheDocument();
    await waitFor(async () =>
      expect((await saved())?.entao.map(({ acao }) => acao)).toEqual(['PRIORIZAR', 'ENCAMINHAR']),
    );
  });

  it('shows the fields of a text by their titles, and inserts one at the caret', async () => {
    const { user } = await open();
    await user.click(await actions().findByRole('button', { name: /Encaminha/ }));
    const text = await screen.findByRole('textbox', { name: 'Mensagem ao setor' });
    expect(text).toHaveValue('Peço a aprovação de {{Cliente › UF}}');
    (text as HTMLTextAreaElement).setSelectionRange(0, 0);
    await search('Inserir campo em Mensagem ao setor', 'ticket', 'Ticket');
    await waitFor(async () =>
      expect((await saved())?.entao[0]).toMatchObject({
        mensagem: '{{ticket_id}}Peço a aprovação de {{cliente.uf}}',
      }),
    );
    fireEvent.change(text, { target: { value: '{{Cor}}' } });
    expect(text).toHaveAccessibleDescription('“Cor” não é um campo. Escolha um em Inserir campo, ou retire.');
  });

  it('leads from a problem to its control, also in an action that is closed', async () => {
    const mensagem = 'Falta: Setor.';
    server.use(checked([{ ponteiro: '/entao/0/setor', mensagem, gravidade: 'ERRO', linha: 9 }]));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /1 erro/ }));
    await user.click(screen.getByRole('button', { name: /Falta: Setor/ }));
    const setor = await screen.findByRole('combobox', { name: 'Setor' });
    await waitFor(() => expect(setor).toHaveFocus());
    expect(setor).toHaveAccessibleDescription(mensagem);
    expect(screen.getByText(/O ensaio vem quando/)).toBeInTheDocument();
  });

  it('is changed by nobody without the permission', async () => {
    signIn(['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_FLUXOS']);
    renderApp('/configuracao/rules/valor-alto');
    expect(await screen.findByText('CONFIGURACAO_REGRAS')).toBeInTheDocument();
    expect(screen.queryByRole('status', { name: 'A regra em uma frase' })).not.toBeInTheDocument();
  });
});

describe('beside a rule', () => {
  it('says what it would have met, with links to the records', async () => {
    await open();
    const trial = within(await screen.findByRole('region', { name: 'Ensaio' }));
    expect(
      await trial.findByText(/aconteceu 128 vezes; pela situação de hoje valeria em 20/),
    ).toBeInTheDocument();
    expect(trial.getByRole('link', { name: 'Ticket 812' })).toHaveAttribute('href', '/tickets/812');
  });

  it('offers another try when it could not be tried out', async () => {
    server.use(http.post('/config/regras-simular', () => refusal(422, 'A condição lê demais.')));
    const { user } = await open();
    const trial = within(await screen.findByRole('region', { name: 'Ensaio' }));
    expect(await trial.findByText('A condição lê demais.')).toBeInTheDocument();
    server.use(tried());
    await user.click(trial.getByRole('button', { name: 'Tentar novamente' }));
    expect(await trial.findByText(/aconteceu 128 vezes/)).toBeInTheDocument();
  });

  it('is switched on after a question', async () => {
    server.use(
      http.post('/config/regras/valor-alto/modo', () =>
        HttpResponse.json({ data: standing({ modo: 'LIGADA', versao: 5 }) }),
      ),
    );
    const { user } = await open();
    const state = within(await screen.findByRole('region', { name: 'Estado da regra' }));
    await user.click(await state.findByRole('button', { name: 'Ligar' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Ligar' }));
    expect(await state.findByText('Ligada')).toBeInTheDocument();
    const sent = requests.find(({ url }) => url.endsWith('/modo'));
    expect(await sent?.json()).toEqual({ modo: 'LIGADA', versao: 4 });
    expect(state.queryByRole('button', { name: 'Ligar' })).not.toBeInTheDocument();
  });

  it('says why it was switched off by itself', async () => {
    server.use(stands({ motivo: 'Bruno Lima perdeu a permissão de encaminhar.' }));
    await open();
    expect(await screen.findByText(/Foi desligada sozinha. Bruno Lima perdeu/)).toBeInTheDocument();
  });

  it('shows day by day what it would have done, as a chart and as a table', async () => {
    const day = { dia: '2026-11-28', feitas: 0, ignoradas: 3, registradas: 7, comErro: 0 };
    server.use(http.get('/config/regras/valor-alto/dias', () => HttpResponse.json([day])));
    await open();
    const row = await screen.findByRole('row', { name: /28\/11\/2026/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['0', '7', '0', '3']);
  });

  it('has no state before it is published', async () => {
    server.use(served({ publicado: null, rascunho: { ...rule }, estado: 'RASCUNHO', versaoPublicada: null }));
    await open();
    expect(await screen.findByText('Ainda não publicada')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Ligar' })).not.toBeInTheDocument();
  });
});

describe('runs of a rule', () => {
  const paged = (itens: RuleRun[]) => ({
    itens,
    paginator: { total: itens.length, per_page: 25, current_page: 1, last_page: 1 },
  });
  const runs = (answer: (state: string | null) => RuleRun[]) =>
    http.get('/config/regras/valor-alto/execucoes', ({ request }) =>
      HttpResponse.json(paged(answer(new URL(request.url).searchParams.get('situacao')))),
    );

  it('says each error as a sentence, leads to the record, and tries again', async () => {
    server.use(
      runs(() => [run(), run({ id: 30, situacao: 'FEITO', frase: 'Encaminhado.', podeRepetir: false })]),
      http.post('/config/regras/valor-alto/execucoes/31/repetir', () =>
        HttpResponse.json({ data: { message: 'Está na fila de novo.' } }),
      ),
    );
    const { user, container } = await open();
    await user.click(screen.getByRole('tab', { name: 'Execuções' }));
    expect(await screen.findByText('O setor Gerência foi excluído.')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Registro 812' })[0]).toHaveAttribute('href', '/tickets/812');
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Está na fila de novo.')).toBeInTheDocument();
    await expectNoAxeViolations(container);
  });

  it('is filtered by state', async () => {
    server.use(runs((state) => (state === 'ERRO' ? [run()] : state ? [] : [run({ frase: 'Tudo.' })])));
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Execuções' }));
    expect(await screen.findByText('Tudo.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Situação' }));
    await user.click(await screen.findByLabelText('Com erro'));
    expect(await screen.findByText('O setor Gerência foi excluído.')).toBeInTheDocument();
  });

  it('says what will be there while it is empty', async () => {
    server.use(runs(() => []));
    const { user } = await open();
    await user.click(screen.getByRole('tab', { name: 'Execuções' }));
    expect(await screen.findByText('Nada ainda')).toBeInTheDocument();
  });
});

describe('list of rules', () => {
  it('shows what each does', async () => {
    renderApp('/configuracao/rules');
    const row = await screen.findByRole('row', { name: /Valor alto ao gerente/ });
    expect(await within(row).findByText('Só registra')).toBeInTheDocument();
    expect(within(row).getByText('faria 12 vezes em 7 dias')).toBeInTheDocument();
  });

  it('makes a draft of an example with one press', async () => {
    const user = userEvent.setup();
    const { router } = renderApp('/configuracao/rules');
    await user.click(await screen.findByRole('button', { name: 'Exemplos' }));
    const list = within(await screen.findByRole('list', { name: 'Exemplos' }));
    expect(list.getAllByRole('listitem')).toHaveLength(RULE_EXAMPLES.length);
    await user.type(screen.getByRole('searchbox', { name: 'Buscar exemplos' }), 'boleto amanha');
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));
    expect(
      list.getByText(/^Quando falta 1 dia para “Vencimento” de um título, se Em aberto: sim, então/),
    ).toBeInTheDocument();
    server.use(
      http.get('/config/definicoes/rules/boleto-vence-amanha', () =>
        HttpResponse.json({ data: detail({ chave: 'boleto-vence-amanha' }) }),
      ),
      http.get('/config/regras/boleto-vence-amanha', () => HttpResponse.json({ data: standing() })),
      http.get('/config/regras/boleto-vence-amanha/dias', () => HttpResponse.json([])),
    );
    await user.click(list.getByRole('button', { name: /^Usar/ }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/configuracao/rules/boleto-vence-amanha'),
    );
    expect(await saved()).toMatchObject({ id: 'boleto-vence-amanha', entidade: 'titulos', formato: 1 });
  });
});
