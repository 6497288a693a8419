import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { call } from '#contract/expression/tree.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportProblems } from '#contract/rules/reports/reportProblems.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { Content, Place } from '#src/custom/schemaStudio/editorProps.ts';
import { PictureTable } from '#src/custom/schemaStudio/reports/PictureTable.tsx';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { refusal, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ReportPane } from './ReportPane.tsx';

let mapComes = Promise.resolve();
serve(
  http.post('/config/formularios/previa', () => refusal(422, 'Ainda sem formulário.')),
  http.post('/config/opcoes/:origem', () =>
    HttpResponse.json({ itens: [{ valor: '3', rotulo: 'AVARIA' }], maisQueIsso: false }),
  ),
  http.get('/config/mapa', async () => {
    await mapComes;
    const { itens, clientes, tickets } = ENTITIES;
    const closed = { titulo: { um: 'vistoria', muitos: 'vistorias' }, descricao: '', chave: [], campos: {} };
    const vistoria = { titulo: 'Vistoria', alvo: 'proprio_vistorias', por: [['linha', 'registro_id']] };
    const first = { campos: { motivo: itens?.campos.motivo, ...itens?.campos } };
    const relacoes = {
      ...itens?.relacoes,
      vistoria: { ...vistoria, volta: { chave: 'itens', titulo: 'Itens' } },
    };
    return HttpResponse.json({
      ...{ itens: { ...itens, ...first, relacoes }, clientes, tickets },
      proprio_vistorias: { ...closed, relacoes: {}, fechada: 'Vistorias' },
    });
  }),
);

const { $schema: _, ...shipped } = JSON.parse(
  readFileSync('schemas/reports/devolucoes-por-motivo.json', 'utf8'),
);
const user = userEvent.setup();
let content: Content;
/** Without its fixed conditions. */
const filtros = shipped.consulta.filtros.filter(({ valor }: { valor?: unknown }) => valor === undefined);
const unlimited: Content = { ...shipped, consulta: { ...shipped.consulta, filtros } };
let start: Content = shipped;
const report = () => content as unknown as ReportDefinition;
const asked = () => {
  const { consulta } = report();
  return consulta.tipo === 'DECLARATIVA' ? consulta : undefined;
};
const parameter = (name: string) => parametersOf(report().parametros).find((each) => each.parametro === name);

function Studio({ problems }: { problems: Problem[] }) {
  const [value, setValue] = useState<Content>(start);
  const [place, setPlace] = useState<Place>({ pointer: '', turn: 0 });
  content = value;
  return (
    <ReportPane
      value={value}
      onChange={setValue}
      problems={problems}
      place={place}
      onPlace={(pointer) => setPlace(({ turn }) => ({ pointer, turn: turn + 1 }))}
    />
  );
}

const open = (problems: Problem[] = []) =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Studio problems={problems} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
async function choosePart(list: string, name: RegExp) {
  const all = screen.getByRole('button', { name: 'Todas as partes' });
  if (all.getAttribute('aria-expanded') === 'false') await user.click(all);
  await user.click(within(screen.getByRole('list', { name: list })).getByRole('button', { name }));
}
async function choose(label: string, option: string | RegExp) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** The button is enabled once the data sets have loaded. */
async function press(name: string) {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  await user.click(screen.getByRole('button', { name }));
}

beforeAll(loadSearch);

describe('report editor', () => {
  beforeEach(() => {
    content = shipped;
    start = shipped;
    mapComes = Promise.resolve();
  });

  it('changes only what was edited, and stays valid', async () => {
    open();
    await choosePart('Relatório', /Cartão/);
    await user.clear(screen.getByRole('textbox', { name: 'Título' }));
    await user.type(screen.getByRole('textbox', { name: 'Título' }), 'Outro');
    await user.tab();
    expect(content).toEqual({ ...shipped, titulo: 'Outro' });
    expect(reportProblems(report())).toEqual([]);
    await expectNoAxeViolations();
  });

  it('adds a filter with its own name, whose options depend on an earlier one', async () => {
    open();
    await user.click(screen.getByRole('button', { name: 'Todas as partes' }));
    await user.click(screen.getByRole('button', { name: 'Filtro' }));
    await user.clear(screen.getByRole('textbox', { name: 'Rótulo' }));
    await user.type(screen.getByRole('textbox', { name: 'Rótulo' }), 'Dia de saída');
    expect(await screen.findByText(/Na consulta: :dia_de_saida/)).toBeInTheDocument();
    expect(parameter('dia_de_saida')).toMatchObject({ label: 'Dia de saída', tipo: 'TEXT' });
    await choose('Tipo', 'Período');
    await choose('Começa com', 'Últimos 30 dias');
    await user.click(screen.getByRole('switch', { name: 'Obrigatório' }));
    expect(parameter('dia_de_saida')).toMatchObject({
      tipo: 'DATERANGE',
      obrigatorio: true,
      valorpadrao: { inicio: '@hoje-29d', fim: '@hoje' },
    });
    await choose('Tipo', 'Escolha em lista');
    expect(parameter('dia_de_saida')).not.toHaveProperty('valorpadrao');
    await user.click(screen.getByRole('button', { name: 'Incluir opção' }));
    await user.click(screen.getByRole('button', { name: 'Incluir opção' }));
    const [first, second] = screen.getAllByRole('group', { name: /^Opção/ });
    const label = within(first as HTMLElement).getByRole('textbox', { name: 'Rótulo' });
    await user.clear(label);
    await user.type(label, 'Primeira');
    const value = within(second as HTMLElement).getByRole('textbox', { name: 'Valor' });
    await user.clear(value);
    await user.type(value, 'b{Enter}');
    // The value follows the label until it is edited by hand.
    expect(parameter('dia_de_saida')?.opcoes).toEqual([
      { valor: 'PRIMEIRA', rotulo: 'Primeira' },
      { valor: 'b', rotulo: 'Opção 2' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Retirar este filtro' }));
    expect(content).toEqual(shipped);
  });

  it('changes columns, their order and the chart', async () => {
    open();
    await choosePart('Colunas', /Quantidade/);
    await choose('Total', 'Média');
    expect(report().colunas.find(({ campo }) => campo === 'quantidade')?.total).toBe('MEDIA');
    await user.click(screen.getByRole('button', { name: 'Subir Quantidade' }));
    expect(
      report()
        .colunas.map(({ campo }) => campo)
        .indexOf('quantidade'),
    ).toBe(1);
    await choosePart('Relatório', /Gráfico/);
    await choose('Forma', 'Sem gráfico');
    expect(report()).not.toHaveProperty('grafico');
  });

  it('builds a query from the fields of the data set', async () => {
    start = unlimited;
    open();
    await choosePart('Relatório', /Consulta/);
    const filters = asked()?.filtros;
    await press('Condição');
    await user.click(await screen.findByRole('combobox', { name: 'Valores' }));
    await user.click(await screen.findByRole('option', { name: /AVARIA/ }));
    const chosen = call('em', { campo: 'motivo' }, { lista: [{ texto: 'AVARIA' }] });
    expect(asked()?.onde).toEqual(call('todas', chosen));
    expect(asked()?.filtros).toEqual(filters);
    expect(screen.getByText('Motivo é AVARIA')).toBeInTheDocument();
    await expectNoAxeViolations();
    await user.click(screen.getByRole('button', { name: 'Retirar a 1ª condição' }));
    expect(content).toEqual(start);
  });

  it('asks for days ahead and groups conditions, over related fields too', async () => {
    start = unlimited;
    open();
    await choosePart('Relatório', /Consulta/);
    await press('Condição');
    const field = await screen.findByRole('combobox', { name: 'O que se pergunta' });
    await user.click(field);
    await user.clear(field);
    await user.type(field, 'Ticket › Prazo');
    await user.click(await screen.findByRole('option', { name: 'Ticket › Prazo' }));
    await choose('Comparação', 'é nos próximos dias');
    expect(screen.getByRole('textbox', { name: 'Dias' })).toHaveValue('30');
    await user.clear(screen.getByRole('textbox', { name: 'Dias' }));
    await user.type(screen.getByRole('textbox', { name: 'Dias' }), '7');
    expect(screen.getByText('Ticket › Prazo é nos próximos 7 dias')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Grupo' }));
    expect(asked()?.onde).toMatchObject({
      faz: 'todas',
      de: [
        call('entre', { campo: 'ticket.prazo' }, call('hoje'), call('mais', call('hoje'), { numero: '7' })),
        { faz: 'alguma', de: [{}, {}] },
      ],
    });
    await expectNoAxeViolations();
  });

  it('shows fixed filters of old as conditions, which they become when they are changed', async () => {
    const { consulta } = unlimited as unknown as ReportDefinition;
    if (consulta.tipo === 'SQL') throw new Error('not declarative');
    const kept = consulta.filtros ?? [];
    const old = [
      { campo: 'motivo', operador: 'EM' as const, valor: ['Avaria', 'Falta'] },
      ...kept,
      { campo: 'criado_em', operador: 'MAIOR' as const, valor: '2026-01-01' },
    ];
    start = { ...shipped, consulta: { ...consulta, filtros: old } };
    open([{ ponteiro: '/consulta/filtros/0', mensagem: 'Esta não vale', gravidade: 'ERRO', linha: 1 }]);
    await choosePart('Relatório', /Consulta/);
    expect(await screen.findByText('Motivo é Avaria ou Falta')).toBeInTheDocument();
    expect(screen.getAllByText('Esta não vale').length).toBeGreaterThan(1);
    expect(screen.getByText('Valor fixo: "2026-01-01"')).toBeInTheDocument();
    expect(content).toEqual(start);
    await user.click(screen.getByRole('button', { name: 'Condição' }));
    expect(asked()?.filtros).toEqual(old.slice(1));
    expect(asked()?.onde).toMatchObject({ faz: 'todas', de: [{ faz: 'em' }, {}] });
  });

  it('finds fields of related records by title and synonym, and says who sees the others', async () => {
    open();
    await choosePart('Relatório', /Consulta/);
    const field = () => screen.getByRole('combobox', { name: 'Incluir uma coluna' });
    await waitFor(() => expect(field()).toBeEnabled());
    const before = report().colunas;
    await user.click(field());
    await user.clear(field());
    await user.type(field(), 'municipio');
    const groups = (await screen.findAllByRole('option', { name: /(^|› )Cidade$/ })).length;
    expect(groups).toBeGreaterThan(1);
    await user.clear(field());
    await user.type(field(), 'Vistorias');
    const closed = await screen.findByRole('option', { name: /só vê quem tem a permissão "Vistorias"/ });
    expect(closed).toHaveAttribute('aria-disabled', 'true');
    await user.clear(field());
    await user.type(field(), 'Cliente › UF');
    await user.click(await screen.findByRole('option', { name: 'Cliente › UF' }));
    // What names a group stands before what is calculated, in the query and on the page, and is shown at once.
    expect(asked()?.colunas[1]).toEqual({ campo: 'cliente.uf', como: 'cliente_uf' });
    expect(report().colunas[1]).toMatchObject({ titulo: 'Cliente › UF', tipo: 'TEXTO' });
    expect(report().colunas.toSpliced(1, 1)).toEqual(before);
    expect(reportProblems(report())).toEqual([]);
    // Ready for the next one.
    expect(field()).toHaveValue('');
    await expectNoAxeViolations();
  });

  it('adds nothing to a query before the fields of the data set are loaded', async () => {
    start = unlimited;
    let come = () => {};
    mapComes = new Promise((resolve) => {
      come = resolve;
    });
    open();
    await choosePart('Relatório', /Consulta/);
    const condition = screen.getByRole('button', { name: 'Condição' });
    const column = screen.getByRole('combobox', { name: 'Incluir uma coluna' });
    expect(condition).toBeDisabled();
    expect(column).toHaveAttribute('aria-disabled', 'true');
    come();
    await waitFor(() => expect(condition).toBeEnabled());
    expect(screen.getByRole('combobox', { name: 'Incluir uma coluna' })).toBeEnabled();
  });

  it('offers the last 30 days and what is open where a query needs a bound, and fills in nothing unasked', async () => {
    open();
    await choosePart('Relatório', /Consulta/);
    const offer = (name: RegExp) => screen.queryByRole('button', { name });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Condição' })).toBeEnabled());
    expect(offer(/^Últimos 30 dias/)).toBeNull();
    for (const remove of screen.getAllByRole('button', { name: /^Retirar Criado em/ }))
      await user.click(remove);
    const { parametros } = report();
    await user.click(screen.getByRole('button', { name: 'Últimos 30 dias (Criado em)' }));
    expect(offer(/^Últimos 30 dias|^Só: /)).toBeNull();
    const filters = () => {
      const { consulta } = report();
      return consulta.tipo === 'DECLARATIVA' ? consulta.filtros : undefined;
    };
    // The filter that nothing uses any more.
    expect(filters()?.at(-1)).toEqual({ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' });
    expect(report().parametros).toEqual(parametros);
    expect(reportProblems(report())).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Retirar Criado em' }));
    await user.click(screen.getByRole('button', { name: 'Só: Em aberto' }));
    expect(asked()?.onde).toMatchObject({ de: [call('igual', { campo: 'aberto' }, { logico: true })] });
    expect(offer(/^Últimos 30 dias|^Só: /)).toBeNull();
    await expectNoAxeViolations();
  });

  it('sums an amount that is included, and counts the rows', async () => {
    open();
    await choosePart('Relatório', /Consulta/);
    const field = () => screen.getByRole('combobox', { name: 'Incluir uma coluna' });
    await waitFor(() => expect(field()).toBeEnabled());
    for (const [typed, option] of [
      ['Valor pedido', /(^|› )Valor pedido$/],
      ['Quantidade de', 'Quantidade de linhas'],
    ] as const) {
      await user.click(field());
      await user.clear(field());
      await user.type(field(), typed);
      await user.click((await screen.findAllByRole('option', { name: option }))[0] as HTMLElement);
    }
    expect(asked()?.colunas.slice(-2)).toEqual([
      { campo: 'valor_solicitado', como: 'valor_solicitado', agregacao: 'SOMA' },
      { como: 'quantidade_2', agregacao: 'CONTAGEM' },
    ]);
    expect(report().colunas.at(-2)).toMatchObject({
      titulo: 'Valor pedido',
      tipo: 'DINHEIRO',
      total: 'SOMA',
    });
    expect(reportProblems(report())).toEqual([]);
  });

  it('shows on which filter the options of another depend, as chosen', async () => {
    open();
    await user.click(screen.getByRole('button', { name: 'Todas as partes' }));
    for (const [label, source] of [
      ['Onde', 'Regiões'],
      ['Quem', 'Representantes'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'Filtro' }));
      await user.clear(screen.getByRole('textbox', { name: 'Rótulo' }));
      await user.type(screen.getByRole('textbox', { name: 'Rótulo' }), label);
      await choose('Tipo', 'Escolha em lista');
      await choose('De onde vêm as opções', source);
    }
    expect(parameter('quem')?.dependeDe).toEqual(['regiao=onde']);
    await choose('As opções seguem: região', 'Nenhum filtro: todas as opções');
    expect(parameter('quem')).not.toHaveProperty('dependeDe');
    await choose('As opções seguem: região', "O filtro 'Onde'");
    expect(parameter('quem')?.dependeDe).toEqual(['regiao=onde']);
  });

  it('marks the part that has a problem', async () => {
    open([{ ponteiro: '/colunas/0/tipo', mensagem: 'Tipo errado.', gravidade: 'ERRO' }]);
    await user.click(screen.getByRole('button', { name: 'Todas as partes' }));
    const columns = within(screen.getByRole('list', { name: 'Colunas' }));
    expect(columns.getByTitle('Com problemas')).toBeInTheDocument();
    await choosePart('Colunas', /Motivo/);
    expect(screen.getByText('Tipo errado.')).toBeInTheDocument();
  });
});

it('the picture of a report says that a run found no rows', () => {
  const columns = (shipped as ReportDefinition).colunas;
  const result: ReportResult = {
    execucao: 1,
    titulo: 'Devoluções',
    filtros: '',
    colunas: [],
    linhas: [],
    totais: {},
    avisos: [],
    detalhe: null,
    cortado: false,
    limite: 500,
    milissegundos: 3,
    gerado: '2026-03-10T12:00:00Z',
    grafico: null,
  };
  const { rerender } = render(
    <PictureTable columns={columns} result={null} chosen={null} onChoose={() => {}} />,
    { wrapper: ThemeProvider },
  );
  expect(screen.queryByText('Nenhuma linha para estes filtros.')).toBeNull();
  rerender(<PictureTable columns={columns} result={result} chosen={null} onChoose={() => {}} />);
  expect(screen.getByText('Nenhuma linha para estes filtros.')).toBeInTheDocument();
});
