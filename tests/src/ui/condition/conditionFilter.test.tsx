import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import type { ListField } from '#contract/config/listFields.ts';
import { call } from '#contract/expression/tree.ts';
import { FilterBar } from '#ui/components/FilterBar/FilterBar.tsx';
import type { ConditionFilter, FilterValues } from '#ui/components/FilterBar/filters.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { conditionWords } from '#ui/condition/listConditions.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { serve } from '../../dataProvider/server.ts';

const CAMPOS: ListField[] = [
  {
    campo: 'status',
    titulo: 'Situação',
    adicional: false,
    tipo: 'TEXTO',
    opcoes: [
      { valor: 'ABERTO', rotulo: 'Aberto' },
      { valor: 'FINALIZADO', rotulo: 'Finalizado' },
    ],
  },
  { campo: 'operador', titulo: 'Operador', adicional: false, tipo: 'INTEIRO', fonte: 'operadores' },
  { campo: 'assunto', titulo: 'Assunto', adicional: false, tipo: 'TEXTO' },
];

let broken = false;
serve(
  http.get('/config/listas/tickets/campos', () =>
    broken ? new HttpResponse(null, { status: 500 }) : HttpResponse.json({ campos: CAMPOS }),
  ),
  http.post('/config/opcoes/operadores', () =>
    HttpResponse.json({ itens: [{ valor: '12', rotulo: 'Ana Souza' }], maisQueIsso: false }),
  ),
);
beforeAll(loadSearch);
beforeEach(() => {
  broken = false;
});

const condition = (texto: string) =>
  JSON.stringify(
    call(
      'alguma',
      call('em', { campo: 'status' }, { lista: [{ texto }] }),
      call('igual', { campo: 'operador' }, { numero: '12' }),
    ),
  );

interface Bar {
  given: FilterValues[];
  /** Gives the bar values, as the address does. */
  arrive: (values: FilterValues | undefined) => void;
  unmount: () => void;
}

/** Draws the bar; the list is filled with the values that it reports. They come back `late` only when the test says so. */
function draw(start: FilterValues = {}, late = false): Bar {
  const given: FilterValues[] = [];
  let set: (values: FilterValues) => void = () => {};
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const filter: ConditionFilter = {
    key: 'condicao',
    label: 'Filtros avançados',
    kind: 'condition',
    list: 'tickets',
    resolve: (values) => conditionWords(client, 'tickets', values),
  };
  const filters = [filter];
  function Drawn() {
    const [values, setValues] = useState(start);
    set = setValues;
    const put = (next: FilterValues) => {
      given.push(next);
      if (!late) setValues(next);
    };
    return <FilterBar filters={filters} values={values} onChange={put} />;
  }
  const { unmount } = render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <Drawn />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { given, arrive: (values) => act(() => values && set(values)), unmount };
}

const choose = async (label: string, option: string) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const conditionOf = (values: FilterValues | undefined): unknown => JSON.parse(String(values?.condicao));

const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar filtro' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Filtros avançados' }));
  await screen.findByRole('combobox', { name: 'O que se pergunta' });
};

describe('groups of conditions as a filter', () => {
  it('filter once they are complete, and the chip says them in words', async () => {
    const { given } = draw();
    await open();
    expect(given).toEqual([]);
    await choose('Comparação', 'está vazio');
    await waitFor(() => expect(given).toHaveLength(1));
    expect(conditionOf(given[0])).toEqual(call('todas', call('vazio', { campo: 'status' })));
    expect(
      await screen.findByRole('button', { name: 'Filtros avançados: Situação está vazio', hidden: true }),
    ).toBeDefined();
  });

  it('that were chosen just before the bar is left still filter', async () => {
    const { given, unmount } = draw();
    await open();
    await choose('Comparação', 'está preenchido');
    unmount();
    expect(given).toHaveLength(1);
  });

  it('stay as they are typed while the address follows, and are sent once', async () => {
    const { given, arrive } = draw({}, true);
    await open();
    await choose('O que se pergunta', 'Assunto');
    const value = screen.getByRole('textbox', { name: 'Valor' });
    act(() => value.focus());
    fireEvent.change(value, { target: { value: 'nota' } });
    await waitFor(() => expect(given).toHaveLength(1));
    expect(value).toHaveValue('nota');
    fireEvent.change(value, { target: { value: 'nota fiscal' } });
    await waitFor(() => expect(given).toHaveLength(2));
    for (const values of given) {
      arrive(values);
      expect(value).toHaveValue('nota fiscal');
    }
    expect(value).toHaveFocus();
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(given.map(conditionOf)).toEqual(
      ['nota', 'nota fiscal'].map((texto) => call('todas', call('igual', { campo: 'assunto' }, { texto }))),
    );
    arrive({ condicao: JSON.stringify(call('todas', call('vazio', { campo: 'assunto' }))) });
    expect(value.isConnected).toBe(false);
  });

  it('that were sent are not sent again by whoever closes them before the address follows', async () => {
    const { given, unmount } = draw({}, true);
    await open();
    await choose('Comparação', 'está vazio');
    await waitFor(() => expect(given).toHaveLength(1));
    unmount();
    expect(given).toHaveLength(1);
  });

  it('wait for a text that is still empty', async () => {
    const { given } = draw();
    await open();
    await choose('O que se pergunta', 'Assunto');
    expect(screen.getByText('Escreva um valor.')).toBeDefined();
    await choose('O que se pergunta', 'Situação');
    await choose('Comparação', 'é igual a');
    expect(screen.getByText('Escolha um valor.')).toBeDefined();
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(given).toEqual([]);
    await choose('Valor', 'Aberto');
    await waitFor(() => expect(given).toHaveLength(1));
    // Nobody who filters a list writes expressions.
    expect(screen.queryByRole('button', { name: 'Escrever' })).toBeNull();
  });

  it('are never shown as they stand in the address, also while and when they cannot be read', async () => {
    broken = true;
    const { arrive } = draw({ condicao: condition('ABERTO') });
    expect(screen.getByRole('button', { name: 'Filtros avançados: carregando…' })).toBeDefined();
    await screen.findByRole('button', { name: 'Filtros avançados: não foi possível ler' });
    broken = false;
    arrive({ condicao: condition('ABERTO') });
    await screen.findByRole('button', { name: /^Filtros avançados: Situação é Aberto/ });
  });

  it('of an address are said with the names of what was chosen, and follow it', async () => {
    const { given } = draw({ condicao: condition('ABERTO') });
    const chip = await screen.findByRole('button', {
      name: 'Filtros avançados: Situação é Aberto, ou Operador é igual a Ana Souza',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remover filtros avançados' }));
    expect(given.at(-1)).toEqual({});
    expect(chip.isConnected).toBe(false);
  });

  it('offer to try again if the fields do not come', async () => {
    broken = true;
    draw();
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar filtro' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Filtros avançados' }));
    broken = false;
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('combobox', { name: 'O que se pergunta' })).toBeDefined();
  });
});
