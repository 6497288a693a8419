import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import { HttpResponse, http, inTurn, refusal, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';
import { card, FILTER_FORM, result, set } from './reportFixtures.ts';

const server = serve();
beforeEach(freshBrowser);

const ID = 'devolucoes-por-motivo';
const OCTOBER = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
const NOVEMBER = { periodo: { inicio: '2026-11-01', fim: '2026-11-30' } };
const formulario = formOf(FILTER_FORM.schema, FILTER_FORM.ui);
const answers = () => [
  ...signedIn(['SAC_HOME', 'SAC_RELATORIO', 'RELATORIOS_EXPORTAR']),
  http.get(`/sac/relatorios/${ID}/formulario`, () =>
    HttpResponse.json({ cartao: card(ID), formulario, inicial: {} }),
  ),
  http.get(`/config/relatorios/${ID}/conjuntos`, () => HttpResponse.json([])),
];
const open = () => renderApp(`/relatorios/${ID}?filtros=${encodeURIComponent(JSON.stringify(OCTOBER))}`);
const detalhe = { grupo: ['motivo'], figuras: ['valor'], outros: null, cruza: null };
const bodyOf = async (path: string) =>
  requests
    .find(({ url, method }) => url.endsWith(path) && method === 'POST')
    ?.clone()
    .json();

describe('a figure of a report', () => {
  it('leads from a figure to its rows by keys alone, and names what stands out', async () => {
    const columns = result().colunas;
    const [, , figure] = columns;
    const marked = columns.map((column) =>
      column === figure
        ? {
            ...column,
            destaques: [{ quando: 'MAIOR_IGUAL' as const, valor: 0, cor: 'perigo' as const, rotulo: 'Alto' }],
          }
        : column,
    );
    server.use(
      ...answers(),
      http.post(`/sac/relatorios/${ID}`, () =>
        HttpResponse.json({ data: result({ colunas: marked, detalhe }) }),
      ),
      http.post(`/sac/relatorios/${ID}/linhas`, () =>
        HttpResponse.json({
          data: result({
            colunas: [{ campo: 'c1', titulo: 'Ticket', tipo: 'INTEIRO', abre: 'ticket' }],
            linhas: [[77]],
            totais: {},
            grafico: null,
          }),
        }),
      ),
    );
    const user = userEvent.setup();
    const { container } = open();
    const figures = await screen.findAllByRole('button', { name: /Ver as linhas$/ });
    expect(figures.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(screen.getAllByText('Alto').length).toBeGreaterThan(0);
    await expectNoAxeViolations(container);
    figures[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(figures[1]);
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('link', { name: '77' })).toHaveAttribute('href', '/tickets/77');
    expect(await bodyOf(`/sac/relatorios/${ID}/linhas`)).toEqual({
      coluna: figure?.campo,
      filtros: OCTOBER,
      grupo: { motivo: 'Falta' },
      em: result().gerado,
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.activeElement).toBe(figures[1]);
  });

  it('asks for its rows, and its file, by what it was generated from, also after another run failed', async () => {
    server.use(
      http.post(
        `/sac/relatorios/${ID}`,
        inTurn(
          () => HttpResponse.json({ data: result({ detalhe }) }),
          () => refusal(422, 'A consulta é pesada demais.'),
        ),
      ),
      http.get(`/config/relatorios/${ID}/conjuntos`, () =>
        HttpResponse.json([set(1, { nome: 'Novembro', filtros: NOVEMBER })]),
      ),
      http.post(`/sac/relatorios/${ID}/linhas`, () => HttpResponse.json({ data: result() })),
      http.post(`/sac/relatorios/${ID}/exportar`, () => refusal(422, 'O arquivo passaria do limite.')),
      ...answers(),
    );
    const user = userEvent.setup();
    open();
    await screen.findAllByRole('button', { name: /Ver as linhas$/ });
    await user.click(screen.getByRole('button', { name: 'Novembro' }));
    expect(await screen.findByText(/pesada demais/)).toBeInTheDocument();
    const [first] = screen.getAllByRole('button', { name: /Ver as linhas$/ });
    await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    expect(await screen.findByText('O arquivo passaria do limite.')).toBeInTheDocument();
    await user.click(first as HTMLElement);
    await screen.findByRole('dialog');
    await waitFor(async () =>
      expect(await bodyOf(`/sac/relatorios/${ID}/linhas`)).toMatchObject({ filtros: OCTOBER }),
    );
    expect(await bodyOf('/exportar')).toMatchObject({ filtros: OCTOBER });
  });

  it('is reached by the Tab key wherever it stands, and passes over what leads nowhere', async () => {
    const linhas: ReportCell[][] = [
      [1, 'Outros', '10'],
      [2, 'Falta', null],
      [3, 'Avaria', '1'],
      [4, 'Outros', '20'],
      [5, 'Troca', '2'],
    ];
    server.use(
      ...answers(),
      http.post(`/sac/relatorios/${ID}`, () =>
        HttpResponse.json({ data: result({ linhas, detalhe: { ...detalhe, outros: 'Outros' } }) }),
      ),
    );
    const user = userEvent.setup();
    open();
    const stops = () =>
      screen
        .getAllByRole('button', { name: /Ver as linhas$/ })
        .map((button) => [button.getAttribute('aria-label')?.split(' · ')[0], button.tabIndex]);
    await screen.findAllByRole('button', { name: /Ver as linhas$/ });
    expect(stops()).toEqual([
      ['Avaria', 0],
      ['Troca', -1],
    ]);
    screen.getByRole('button', { name: /^Avaria/ }).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Troca/ }));
    await user.keyboard('{ArrowUp}{ArrowDown}');
    await user.click(screen.getByRole('button', { name: 'Valor' }));
    await user.click(screen.getByRole('button', { name: /^Valor/ }));
    expect(stops()).toEqual([
      ['Troca', 0],
      ['Avaria', -1],
    ]);
  });
});
