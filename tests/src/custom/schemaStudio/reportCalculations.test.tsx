import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { call } from '#contract/expression/tree.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportProblems } from '#contract/rules/reports/reportProblems.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { ReportPane } from './ReportPane.tsx';

serve(
  http.get('/config/mapa', () => HttpResponse.json({ itens: { ...ENTITIES.itens, relacoes: {} } })),
  http.post('/config/opcoes/:origem', () => HttpResponse.json({ itens: [], maisQueIsso: false })),
  http.post('/config/relatorios-sql', () => HttpResponse.json({ data: { sql: 'select 1' } })),
);

const { $schema: _, ...shipped } = JSON.parse(
  readFileSync('schemas/reports/devolucoes-por-motivo.json', 'utf8'),
);
const user = userEvent.setup();
let content: Content = shipped;
const report = () => content as unknown as ReportDefinition;
const lastColumn = () => {
  const { consulta } = report();
  return consulta.tipo === 'SQL' ? undefined : consulta.colunas.at(-1);
};

async function open(more: object = {}) {
  function Studio() {
    const [value, setValue] = useState<Content>({ ...shipped, consulta: { ...shipped.consulta, ...more } });
    content = value;
    return (
      <ReportPane value={value} onChange={setValue} problems={[]} place={{ pointer: '/consulta', turn: 1 }} />
    );
  }
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Studio />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Coluna calculada' })).toBeEnabled());
}

async function write(text: string) {
  const formula = await screen.findByRole('textbox', { name: 'Conta' });
  await user.clear(formula);
  await user.click(formula);
  await user.paste(text);
  await user.tab();
}

beforeAll(loadSearch);

describe('calculated columns of a report in its editor', () => {
  it('are of other columns, or of each row and then summed, and say what is wrong in them', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Coluna calculada' }));
    await write('[Custo] / [Valo]');
    expect(await screen.findByText(/Não há campo Valo/)).toBeInTheDocument();
    await write('[Custo] / [Valor]');
    const share = call('dividido', { campo: 'coluna:custo' }, { campo: 'coluna:valor' });
    expect(lastColumn()).toEqual({ expr: share, como: 'conta' });
    expect(report().colunas.at(-1)).toEqual({ campo: 'conta', titulo: 'Conta', tipo: 'DECIMAL', casas: 2 });
    expect(reportProblems(report())).toEqual([]);
    await expectNoAxeViolations();
    await user.click(screen.getByRole('combobox', { name: 'A conta usa' }));
    await user.click(await screen.findByRole('option', { name: 'Os campos de cada linha' }));
    await write('[Preço] * [Quantidade]');
    await user.click(screen.getAllByRole('combobox', { name: 'Cálculo' }).at(-1) as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Soma' }));
    expect(lastColumn()).toMatchObject({ expr: { faz: 'vezes' }, agregacao: 'SOMA' });
    expect(report().colunas.at(-1)).toMatchObject({ campo: 'conta', total: 'SOMA' });
  });
});

describe('the SQL of a built report', () => {
  it('is shown, and may be taken over', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Ver o SQL' }));
    await user.click(await screen.findByRole('button', { name: 'Continuar em SQL' }));
    expect(report().consulta).toEqual({ tipo: 'SQL', sql: 'select 1' });
  });

  it('is not taken over where more than it is run', async () => {
    await open({ compara: 'PERIODO_ANTERIOR' });
    await user.click(screen.getByRole('button', { name: 'Ver o SQL' }));
    expect(await screen.findByText(/retire-as para continuar em SQL/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Continuar em SQL' })).toBeNull();
  });
});
