import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import type { Problem } from '../../../contract/config/definitions.ts';
import { parametersOf } from '../../../contract/rules/reports/parametersOf.ts';
import type { ReportDefinition } from '../../../contract/rules/reports/report.ts';
import { reportProblems } from '../../../contract/rules/reports/reportProblems.ts';
import type { Content, Place } from '../../../src/custom/schemaStudio/editorProps.ts';
import { ReportEditor } from '../../../src/custom/schemaStudio/reports/ReportEditor.tsx';
import { ThemeProvider } from '../../../src/custom/theme/ThemeProvider.tsx';
import { expectNoAxeViolations } from '../components/support/expectNoAxeViolations.ts';
import { serve } from '../dataProvider/server.ts';

serve(
  http.get('/config/relatorios-conjuntos-de-dados', () =>
    HttpResponse.json([
      {
        nome: 'itens',
        titulo: 'Itens de tickets',
        descricao: 'Um produto por linha.',
        campos: [{ nome: 'motivo', titulo: 'Motivo', tipo: 'TEXTO' }],
      },
    ]),
  ),
);

const { $schema: _, ...shipped } = JSON.parse(
  readFileSync('schemas/reports/devolucoes-por-motivo.json', 'utf8'),
);
const user = userEvent.setup();
let content: Content;
const report = () => content as unknown as ReportDefinition;
const parameter = (name: string) => parametersOf(report().parametros).find((each) => each.parametro === name);

function Studio({ problems }: { problems: Problem[] }) {
  const [value, setValue] = useState<Content>(shipped);
  const [place, setPlace] = useState<Place>({ pointer: '', turn: 0 });
  content = value;
  return (
    <ReportEditor
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
const choosePart = (list: string, name: RegExp) =>
  user.click(within(screen.getByRole('list', { name: list })).getByRole('button', { name }));
async function choose(label: string, option: string | RegExp) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('the editor of reports', () => {
  beforeEach(() => {
    content = shipped;
  });

  it('writes nothing but what was changed, and stays sound', async () => {
    open();
    await choosePart('Relatório', /Cartão/);
    await user.clear(screen.getByRole('textbox', { name: 'Título' }));
    await user.type(screen.getByRole('textbox', { name: 'Título' }), 'Outro');
    expect(content).toEqual({ ...shipped, titulo: 'Outro' });
    expect(reportProblems(report())).toEqual([]);
    await expectNoAxeViolations();
  });

  it('adds a filter under a name of its own, with options that follow an earlier one', async () => {
    open();
    await user.click(screen.getByRole('button', { name: 'Filtro' }));
    await user.type(screen.getByRole('textbox', { name: 'Rótulo do filtro' }), 'Dia de saída');
    expect(screen.getByText('Na consulta: :dia_de_saida')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Incluir' }));
    expect(parameter('dia_de_saida')).toMatchObject({ label: 'Dia de saída', tipo: 'TEXT' });
    await choose('Tipo', 'Período');
    await choose('Começa com', 'Últimos 30 dias');
    await user.click(screen.getByRole('switch', { name: 'Obrigatório' }));
    expect(parameter('dia_de_saida')).toMatchObject({
      tipo: 'DATERANGE',
      obrigatorio: true,
      valorpadrao: { inicio: '@hoje-30d', fim: '@hoje' },
    });
    await choose('Tipo', 'Escolha em lista');
    expect(parameter('dia_de_saida')).not.toHaveProperty('valorpadrao');
    await user.type(screen.getByRole('textbox', { name: 'Opções' }), 'a = Primeira{Enter}b');
    await user.tab();
    expect(parameter('dia_de_saida')?.opcoes).toEqual([
      { valor: 'a', rotulo: 'Primeira' },
      { valor: 'b', rotulo: 'b' },
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

  it('puts a query together from what the data set has', async () => {
    open();
    await choosePart('Relatório', /Consulta/);
    const before = report().consulta.tipo === 'DECLARATIVA' ? report().consulta : null;
    await user.click(screen.getByRole('button', { name: 'Condição' }));
    await waitFor(() => expect(report().consulta).not.toEqual(before));
    expect(report().consulta).toMatchObject({ tipo: 'DECLARATIVA' });
    await expectNoAxeViolations();
  });

  it('marks the part that has a problem', async () => {
    open([{ ponteiro: '/colunas/0/tipo', mensagem: 'Tipo errado.', gravidade: 'ERRO' }]);
    const columns = within(screen.getByRole('list', { name: 'Colunas' }));
    expect(columns.getByTitle('Com problemas')).toBeInTheDocument();
    await choosePart('Colunas', /Motivo/);
    expect(screen.getByText('Tipo errado.')).toBeInTheDocument();
  });
});
