import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { formOf } from '../../ui/schemaForm/formOf.ts';
import { card, FILTER_FORM, result } from './reportFixtures.ts';

const server = serve();
beforeEach(freshBrowser);

const ID = 'devolucoes-por-motivo';
const OCTOBER = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
const formulario = formOf(FILTER_FORM.schema, FILTER_FORM.ui);
const answers = () => [
  ...signedIn(['SAC_HOME', 'SAC_RELATORIO']),
  http.get(`/sac/relatorios/${ID}/formulario`, () =>
    HttpResponse.json({ cartao: card(ID), formulario, inicial: {} }),
  ),
  http.get(`/config/relatorios/${ID}/conjuntos`, () => HttpResponse.json([])),
];
const bodyOf = async (path: string) =>
  requests
    .find(({ url, method }) => url.endsWith(path) && method === 'POST')
    ?.clone()
    .json();

describe('a figure of a report', () => {
  it('leads from a figure to its rows by keys alone, and names what stands out', async () => {
    const columns = result().colunas;
    const [, key, figure] = columns;
    const marked = columns.map((column) =>
      column === figure
        ? {
            ...column,
            destaques: [{ quando: 'MAIOR_IGUAL' as const, valor: 0, cor: 'perigo' as const, rotulo: 'Alto' }],
          }
        : column,
    );
    const detalhe = { grupo: [key?.campo ?? ''], figuras: [figure?.campo ?? ''], outros: null, cruza: null };
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
    const { container } = renderApp(
      `/relatorios/${ID}?filtros=${encodeURIComponent(JSON.stringify(OCTOBER))}`,
    );
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
    });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(document.activeElement).toBe(figures[1]);
  });
});
