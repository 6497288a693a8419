import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { ENTITIES } from '#contract/map/index.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportProblems } from '#contract/rules/reports/reportProblems.ts';
import { isFigure } from '#contract/rules/reports/results.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { useRefusedTexts } from '#src/custom/schemaStudio/frame/useChecks.ts';
import { InvalidTextsContext } from '#ui/components/inputs/useTypedText.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ReportPane } from './ReportPane.tsx';

serve(
  http.get('/config/mapa', () => HttpResponse.json({ itens: { ...ENTITIES.itens, relacoes: {} } })),
  http.post('/config/opcoes/:origem', () => HttpResponse.json([])),
);

const { $schema: _, ...shipped } = JSON.parse(
  readFileSync('schemas/reports/devolucoes-por-motivo.json', 'utf8'),
);
const user = userEvent.setup();
let content: Content = shipped;
const report = () => content as unknown as ReportDefinition;

function Studio({ start, pointer }: { start: Content; pointer: string }) {
  const [value, setValue] = useState(start);
  content = value;
  const refused = useRefusedTexts(value);
  return (
    <InvalidTextsContext.Provider value={refused.texts}>
      <ReportPane value={value} onChange={setValue} problems={[]} place={{ pointer, turn: 1 }} />
      <output>{refused.problems.map(({ ponteiro }) => ponteiro).join(' ')}</output>
    </InvalidTextsContext.Provider>
  );
}

const open = (start: Content = shipped, pointer = '/consulta') =>
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Studio start={start} pointer={pointer} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
async function choose(label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('figures of a report in its editor', () => {
  it('compares, crosses and keeps the first groups by choosing, and takes it all back', async () => {
    open();
    await screen.findByRole('combobox', { name: 'Período comparado com' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Condição com filtro' })).toBeEnabled());
    await choose('Período comparado com', 'O período anterior');
    const query = () => {
      const { consulta } = report();
      if (consulta.tipo === 'SQL') throw new Error('not SQL');
      return consulta;
    };
    const before = (shipped as unknown as ReportDefinition).colunas.length;
    const showing = query().colunas.flatMap(({ mostra }) => mostra ?? []);
    expect([query().compara, new Set(showing)]).toEqual(['PERIODO_ANTERIOR', new Set(['ANTES', 'VARIACAO'])]);
    expect(report().colunas).toHaveLength(before + showing.length);
    expect(reportProblems(report())).toEqual([]);
    await choose('Período comparado com', 'Nada');
    expect(report().colunas).toHaveLength(before);
    expect(query().colunas.some(({ mostra }) => mostra)).toBe(false);
    await choose('Vira colunas', 'Motivo');
    expect(query().cruza).toBe('motivo');
    expect(reportProblems(report())).toEqual([]);
    await choose('Vira colunas', 'Nada: uma linha por grupo');
    expect(query().cruza).toBeUndefined();
    await user.type(screen.getByRole('textbox', { name: /Só os primeiros/ }), '5');
    await user.click(screen.getByRole('switch', { name: 'Somar os demais em "Outros"' }));
    expect(query().primeiros).toMatchObject({ quantos: 5, outros: true });
    expect(reportProblems(report())).toEqual([]);
    await expectNoAxeViolations();
  });

  it('names each row of the query by the title of what it is about, never by its key', async () => {
    open();
    await screen.findByRole('combobox', { name: 'Período comparado com' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Condição com filtro' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Condição com filtro' }));
    await user.click(screen.getByRole('button', { name: 'Ordem' }));
    const names = screen
      .getAllByRole('button', { name: /^Retirar / })
      .map((button) => button.getAttribute('aria-label') ?? '');
    const { consulta, colunas } = report();
    if (consulta.tipo === 'SQL') throw new Error('not SQL');
    const { filtros = [], ordem = [] } = consulta;
    expect(names.length).toBeGreaterThanOrEqual(consulta.colunas.length + filtros.length + ordem.length);
    expect(names).toEqual(expect.arrayContaining(colunas.map(({ titulo }) => `Retirar ${titulo}`)));
    const keys = [...consulta.colunas.map(({ como }) => como), ...filtros.map(({ campo }) => campo)];
    expect(names.filter((name) => keys.includes(name.replace('Retirar ', '')))).toEqual([]);
    await user.click(screen.getAllByRole('combobox', { name: 'Coluna' }).at(-1) as HTMLElement);
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(colunas.map(({ titulo }) => titulo)),
    );
  });

  it('forgets what was typed into a highlight that is taken out, and shows it in no other', async () => {
    const { colunas } = shipped as unknown as ReportDefinition;
    const index = colunas.findIndex(isFigure);
    const mark = (rotulo: string) => ({ quando: 'MAIOR', valor: 1, cor: 'perigo', rotulo });
    const marked = { ...colunas[index], destaques: [mark('Alto'), mark('Mais alto')] };
    open(
      { ...shipped, colunas: colunas.with(index, marked as (typeof colunas)[number]) },
      `/colunas/${index}`,
    );
    const rows = () => screen.getAllByRole('group', { name: /[Aa]lto$/ });
    const value = (row: HTMLElement) => within(row).getByRole('textbox', { name: 'Valor' });
    const [first] = rows();
    await user.type(value(first as HTMLElement), ',,');
    await user.tab();
    expect(document.querySelector('output')).toHaveTextContent(`/colunas/${index}/destaques/0/valor`);
    await user.click(screen.getByRole('button', { name: 'Retirar Alto' }));
    expect(rows()).toHaveLength(1);
    expect(value(rows()[0] as HTMLElement)).toHaveValue('1');
    expect(document.querySelector('output')).toHaveTextContent(/^$/);
  });
});
