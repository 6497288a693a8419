import { beforeAll, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { evaluator } from '#contract/expression/evaluate.ts';
import { sentenceOf } from '#contract/expression/sentence.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { type FieldType, KINDS, typing } from '#contract/expression/typing.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { flowTypeOf } from '#contract/rules/flows/flowExpression.ts';
import { COLUMN_TYPES } from '#contract/rules/reports/report.ts';
import { useRefusedTexts } from '#src/custom/schemaStudio/frame/useChecks.ts';
import { ConditionEditor } from '#src/ui/condition/ConditionEditor.tsx';
import {
  asking,
  chosenTexts,
  comparisonOf,
  dayFromToday,
  newComparison,
  QUESTIONS,
  readComparison,
  textOf,
  writeComparison,
} from '#src/ui/condition/comparisons.ts';
import { conditionFields, pathNamed } from '#src/ui/condition/fields.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { InvalidTextsContext } from '#ui/components/inputs/useTypedText.ts';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { FIELDS as RANDOM_FIELDS, randomFrom, randomTree } from '../../../contract/expression/randomTrees.ts';
import { serve } from '../../dataProvider/server.ts';

const CUSTOMERS = [
  { valor: '7', rotulo: '7 - Padaria Sol' },
  { valor: '8', rotulo: '8 - Mercado Lua' },
];
serve(
  http.post('/config/opcoes/clientes', async ({ request }) => {
    const { q = '', escolhidos } = (await request.json()) as { q?: string; escolhidos?: string[] };
    const itens = CUSTOMERS.filter(({ valor, rotulo }) =>
      escolhidos ? escolhidos.includes(valor) : rotulo.toLowerCase().includes(q),
    );
    return HttpResponse.json({ itens, maisQueIsso: false });
  }),
);

const typeOf = flowTypeOf(ENTITIES);
const FIELDS = conditionFields(ENTITIES, 'tickets', typeOf);
const campo = (path: string): Expression => ({ campo: path });

/** What the drawn editor cannot accept, as it keeps the definition from being published. */
let refused: readonly Problem[] = [];

/** Draws the editor; the list is filled with each condition that it reports. */
function draw(start: Expression, readOnly = false): Expression[] {
  const given: Expression[] = [];
  function Drawn() {
    const [value, setValue] = useState(start);
    const { texts, problems } = useRefusedTexts({ c: value });
    refused = problems;
    return (
      <InvalidTextsContext.Provider value={texts}>
        <ConditionEditor
          pointer="/c"
          value={value}
          onChange={(next) => {
            given.push(next);
            setValue(next);
          }}
          fields={FIELDS}
          pathOf={(written) => pathNamed(FIELDS, ENTITIES, 'tickets', written)}
          problems={[{ ponteiro: '/c/de/0/de/1', mensagem: 'Valor errado', gravidade: 'ERRO', linha: 1 }]}
          readOnly={readOnly}
        />
      </InvalidTextsContext.Provider>
    );
  }
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Drawn />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return given;
}

const choose = async (
  label: string,
  option: string,
  within_ = screen as Pick<typeof screen, 'getByRole'>,
) => {
  fireEvent.mouseDown(within_.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

beforeAll(loadSearch);

const asked = () => screen.findByRole('combobox', { name: 'O que se pergunta' });
/** Types into the search of fields. */
const search = async (text: string) => {
  const field = await asked();
  await userEvent.click(field);
  await userEvent.clear(field);
  await userEvent.paste(text);
};

describe('questions about a field', () => {
  it('are read as they were written, and each has a type, whatever the field', () => {
    for (const tipo of COLUMN_TYPES) {
      const kind = KINDS[tipo];
      let comparison = readComparison(newComparison('x', { tipo }));
      for (const [question] of [...QUESTIONS[kind], ...QUESTIONS[kind].toReversed()]) {
        if (!comparison) throw new Error(tipo);
        comparison = asking(comparison, question, kind);
        const filled = {
          ...comparison,
          values: comparison.values.map((value) => ('lista' in value ? { lista: [{ texto: 'a' }] } : value)),
        };
        const node = writeComparison(filled);
        expect([tipo, question, readComparison(node)]).toEqual([tipo, question, filled]);
        expect([tipo, question, typing(node, () => ({ tipo, titulo: 'X' }), 'LOGICO').problems]).toEqual([
          tipo,
          question,
          [],
        ]);
      }
    }
  });

  it('are not made of calculations, of two fields, or of a group', () => {
    for (const node of [
      call('maior', call('menos', campo('valor'), campo('custo')), { numero: '1' }),
      call('maior', campo('valor'), campo('custo')),
      call('nenhuma', call('maior', campo('valor'), { numero: '1' })),
      call('igual', campo('prazo'), call('dia', campo('criado_em'))),
    ])
      expect(readComparison(node)).toBeNull();
    expect(readComparison(call('menor', campo('prazo'), dayFromToday(-30)))?.values).toEqual([
      dayFromToday(-30),
    ]);
  });
});

describe('what has a type', () => {
  const TYPES: Readonly<Record<string, FieldType>> = Object.fromEntries(
    COLUMN_TYPES.flatMap((tipo) => RANDOM_FIELDS[KINDS[tipo]].map((path) => [path, { tipo, titulo: path }])),
  );
  const judged = (node: Expression, value: boolean | null) => {
    const { typed } = typing(node, (path) => TYPES[path], 'LOGICO');
    if (!typed) throw new Error(JSON.stringify(node));
    return evaluator(typed)(() => value, { now: '2026-11-29T12:00:00Z', zone: 'America/Sao_Paulo' });
  };

  it('is asked by clicks and written back as it was, or stays text', () => {
    const random = randomFrom(7);
    const asked = new Set<string>();
    for (let run = 0; run < 20_000; run++) {
      const node = randomTree(random, 'LOGICO', 2);
      const path = readComparison(node)?.path;
      const tipo = path === undefined ? undefined : TYPES[path]?.tipo;
      const comparison = tipo && comparisonOf(node, { tipo });
      if (!comparison) continue;
      const kind = KINDS[tipo];
      asked.add(`${kind} ${comparison.question}`);
      expect(QUESTIONS[kind].map(([question]) => question)).toContain(comparison.question);
      const back = writeComparison(comparison);
      // "Não é falso" and "é verdadeiro" are one question.
      if (kind === 'LOGICO')
        for (const value of [true, false, null]) expect(judged(back, value)).toBe(judged(node, value));
      else expect(back).toEqual(node);
      for (const value of comparison.values)
        if ('lista' in value) expect(chosenTexts(value.lista.map(textOf))).toEqual(value.lista);
    }
    for (const [kind, question] of [
      ['NUMERO', 'maior'],
      ['NUMERO', 'entre'],
      ['TEXTO', 'em'],
      ['TEXTO', 'contem'],
      ['DATA', 'menor'],
      ['MOMENTO', 'maior_igual'],
      ['LOGICO', 'nao'],
    ])
      expect(asked).toContain(`${kind} ${question}`);
  });

  it('stays text where no question of the field says it, or a control would not show a value', () => {
    for (const [kind, node] of [
      ['NUMERO', call('em', campo('x'), { lista: [{ numero: '10' }, { numero: '20' }] })],
      ['DATA', call('em', campo('x'), { lista: [{ data: '2026-11-29' }] })],
      ['DATA', call('diferente', campo('x'), { data: '2026-11-29' })],
      ['TEXTO', call('maior', campo('x'), { texto: 'A' })],
      ['TEXTO', call('em', campo('x'), { lista: [{ texto: 'A' }, { texto: '' }] })],
      ['TEXTO', call('em', campo('x'), { lista: [{ texto: 'A ' }] })],
      ['LOGICO', call('vazio', campo('x'))],
    ] as const)
      expect([node, comparisonOf(node, { tipo: kind === 'NUMERO' ? 'DECIMAL' : kind })]).toEqual([
        node,
        null,
      ]);
  });
});

describe('the fields of a condition', () => {
  it('are those of the ticket and of the one that it refers to, without many rows and personal data', () => {
    const paths = FIELDS.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['valor', 'cliente.uf', 'filial.filial', 'operador.pessoa']),
    );
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => !typeOf(path))).toEqual([]);
    expect(paths).not.toContain('cliente.documento');
    expect(paths.filter((path) => path.startsWith('itens.'))).toEqual([]);
  });
});

describe('the condition editor', () => {
  it('says "valor acima de R$ 5.000" by clicks', async () => {
    const given = draw(call('todas', newComparison('assunto', { tipo: 'TEXTO' })));
    await search('valor');
    await userEvent.click(await screen.findByRole('option', { name: 'Valor' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Valor' }), { target: { value: '5000' } });
    expect(given.at(-1)).toEqual(call('todas', call('maior', campo('valor'), { numero: '5000' })));
  });

  it('finds a field by another word for it and by what it belongs to', async () => {
    draw(call('todas', newComparison('valor', { tipo: 'DINHEIRO' })));
    await search('estado cliente');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Cliente › UF',
    ]);
  });

  it('takes several values, relative days, yes and no, and groups', async () => {
    const given = draw(call('todas', call('igual', campo('assunto'), { texto: 'SP' })));
    await choose('Comparação', 'é um de');
    await userEvent.type(screen.getByRole('combobox', { name: 'Valores' }), 'RJ{Enter}');
    expect(given.at(-1)).toEqual(
      call('todas', call('em', campo('assunto'), { lista: [{ texto: 'SP' }, { texto: 'RJ' }] })),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Grupo' }));
    const group = screen.getByRole('group', { name: 'Alguma vale (ou)' });
    expect(await within(group).findAllByRole('combobox', { name: 'O que se pergunta' })).toHaveLength(2);
    await choose('Como se juntam', 'Nenhuma vale (não)', within(group));
    expect(given.at(-1)).toMatchObject({ de: [{ faz: 'em' }, { faz: 'nenhuma', de: [{}, {}] }] });
    await userEvent.click(screen.getByRole('button', { name: 'Retirar a 1ª condição' }));
    expect(given.at(-1)).toMatchObject({ faz: 'todas', de: [{ faz: 'nenhuma' }] });
  });

  it('offers the values of a catalogue by their words', async () => {
    const given = draw(call('todas', newComparison('assunto', { tipo: 'TEXTO' })));
    await search('Prioridade (chave)');
    await userEvent.click(await screen.findByRole('option', { name: 'Prioridade (chave)' }));
    expect(given.at(-1)).toEqual(call('todas', call('em', campo('prioridade'), { lista: [] })));
    await userEvent.click(screen.getByRole('combobox', { name: 'Valores' }));
    for (const name of ['Urgente', 'Alta'])
      await userEvent.click(await screen.findByRole('option', { name }));
    const chosen = call('em', campo('prioridade'), { lista: [{ texto: 'URGENTE' }, { texto: 'ALTA' }] });
    expect(given.at(-1)).toEqual(call('todas', chosen));
    expect(sentenceOf(chosen, typeOf)).toBe('Prioridade (chave) é Urgente ou Alta');
  });

  it('searches what a code stands for, and stores the code as its field has it', async () => {
    const given = draw(call('todas', call('em', campo('cliente_id'), { lista: [{ numero: '7' }] })));
    expect(await screen.findByRole('button', { name: '7 - Padaria Sol' })).toBeInTheDocument();
    await userEvent.type(screen.getByRole('combobox', { name: 'Valores' }), 'lua');
    await userEvent.click(await screen.findByRole('option', { name: /8 - Mercado Lua/ }));
    expect(given.at(-1)).toEqual(
      call('todas', call('em', campo('cliente_id'), { lista: [{ numero: '7' }, { numero: '8' }] })),
    );
    expect(screen.getByRole('button', { name: '7 - Padaria Sol' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '8 - Mercado Lua' })).toBeInTheDocument();
    await choose('Comparação', 'é igual a');
    await userEvent.click(screen.getByRole('button', { name: 'Limpar' }));
    expect(given.at(-1)).toEqual(call('todas', call('igual', campo('cliente_id'), { numero: '' })));
    expect(screen.getByRole('combobox', { name: 'Valor' })).toHaveValue('');
    await search('Nome fantasia');
    await userEvent.click(await screen.findByRole('option', { name: 'Cliente › Nome fantasia' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Valores' }), 'lua');
    await userEvent.click(await screen.findByRole('option', { name: /^Mercado Lua/ }));
    expect(given.at(-1)).toEqual(
      call('todas', call('em', campo('cliente.cliente'), { lista: [{ texto: 'Mercado Lua' }] })),
    );
  });

  it('asks for a day before or after today', async () => {
    const given = draw(call('todas', newComparison('criado_em', { tipo: 'DATAHORA' })));
    await choose('Comparação', 'é antes de');
    await choose('Valor', 'dias antes de hoje');
    fireEvent.change(screen.getByRole('textbox', { name: 'Dias' }), { target: { value: '45' } });
    expect(given.at(-1)).toEqual(call('todas', call('menor', campo('criado_em'), dayFromToday(-45))));
    await choose('Valor', 'uma data');
    expect(given.at(-1)).toMatchObject({ de: [{ faz: 'menor', de: [{}, { data: expect.any(String) }] }] });
  });

  it('lets a number be cleared and typed anew', async () => {
    const given = draw(call('todas', call('maior', campo('valor'), { numero: '5' })));
    const field = screen.getByRole('textbox', { name: 'Valor' });
    await userEvent.type(field, '{Backspace}');
    expect(field).toHaveValue('');
    expect(given).toEqual([]);
    await userEvent.type(field, '8000');
    expect(given.at(-1)).toEqual(call('todas', call('maior', campo('valor'), { numero: '8000' })));
    await userEvent.clear(field);
    fireEvent.blur(field);
    expect(screen.getByText('Informe o número')).toBeInTheDocument();
    expect(refused).toMatchObject([
      { ponteiro: '/c/de/0/de/1', mensagem: 'O campo ficou vazio. Preencha-o.' },
    ]);
    await choose('Comparação', 'está vazio');
    expect(refused).toEqual([]);
  });

  it('lets the days from today be typed anew', async () => {
    const given = draw(call('todas', call('menor', campo('criado_em'), dayFromToday(-30))));
    const days = screen.getByRole('textbox', { name: 'Dias' });
    await userEvent.type(days, '{Backspace}{Backspace}');
    expect(days).toHaveValue('');
    await userEvent.type(days, '7');
    expect(given.at(-1)).toEqual(call('todas', call('menor', campo('criado_em'), dayFromToday(-7))));
    await userEvent.clear(days);
    expect(refused).toHaveLength(1);
    await choose('Valor', 'hoje');
    expect(refused).toEqual([]);
  });

  it('takes a part out with what was typed into it', async () => {
    const five = call('maior', campo('valor'), { numero: '5' });
    draw(call('todas', five, five));
    const [first] = screen.getAllByRole('textbox', { name: 'Valor' });
    if (!first) throw new Error('no field');
    await userEvent.clear(first);
    expect(refused).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Retirar a 1ª condição' }));
    expect(screen.getByRole('textbox', { name: 'Valor' })).toHaveValue('5');
    expect(refused).toEqual([]);
  });

  it('keeps the numbers of a list, which is written', async () => {
    const given = draw(call('em', campo('valor'), { lista: [{ numero: '10' }, { numero: '20' }] }));
    const text = screen.getByRole('textbox', { name: 'Condição escrita' });
    expect(text).toHaveValue('[Valor] em (10; 20)');
    fireEvent.change(text, { target: { value: '[Valor] em (10; 20; 30)' } });
    act(() => text.blur());
    expect(given.at(-1)).toMatchObject({ de: [{ de: [{}, { lista: [{}, {}, { numero: '30' }] }] }] });
  });

  it('begins a list without the value that there was not', async () => {
    const given = draw(call('todas', newComparison('assunto', { tipo: 'TEXTO' })));
    await choose('Comparação', 'é um de');
    expect(given.at(-1)).toEqual(call('todas', call('em', campo('assunto'), { lista: [] })));
    expect(screen.getByRole('combobox', { name: 'Valores' })).toBeInTheDocument();
  });

  it('writes what is more than a question, and keeps what cannot be read as it was typed', async () => {
    const given = draw(call('maior', call('menos', campo('valor'), campo('custo')), { numero: '5000' }));
    const text = screen.getByRole('textbox', { name: 'Condição escrita' });
    expect(text).toHaveValue('[Valor] - [Custo] > 5.000');
    fireEvent.change(text, { target: { value: '[Valor] - [Cust] > 5' } });
    fireEvent.blur(text);
    expect(text).toHaveValue('[Valor] - [Cust] > 5');
    expect(screen.getByText(/Não há campo Cust\. Em "\[Cust\]", 11ª letra\./)).toBeInTheDocument();
    fireEvent.change(text, { target: { value: '[Valor] - [Custo]' } });
    fireEvent.blur(text);
    expect(screen.getByText(/Aqui se espera sim ou não/)).toBeInTheDocument();
    expect(given).toEqual([]);
    fireEvent.change(text, { target: { value: '[Valor] > 5,' } });
    fireEvent.change(text, { target: { value: '[Valor] > 5,0' } });
    expect(text).toHaveValue('[Valor] > 5,0');
    fireEvent.blur(text);
    expect(text).toHaveValue('[Valor] > 5');
    expect(given.at(-1)).toEqual(call('todas', call('maior', campo('valor'), { numero: '5' })));
    await userEvent.click(screen.getByRole('button', { name: 'Escolher' }));
    expect(await asked()).toHaveValue('Valor');
  });

  it('shows a problem at its value, and changes nothing for who may only read', () => {
    draw(call('todas', call('igual', campo('assunto'), { texto: 'x' })), true);
    expect(screen.getByText('Valor errado')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Condição' })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Valor' })).toBeDisabled();
  });
});
