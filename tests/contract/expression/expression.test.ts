import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { OPERATIONS, type Operation, operationOf } from '#contract/expression/operations.ts';
import { parseExpression } from '#contract/expression/parse.ts';
import { type Names, printExpression } from '#contract/expression/print.ts';
import { sentenceOf } from '#contract/expression/sentence.ts';
import {
  call,
  type Expression,
  isExpression,
  type Literal,
  MAX_DEPTH,
  MAX_LIST,
  MAX_NODES,
  pathsOf,
} from '#contract/expression/tree.ts';
import { type FieldType, type TypeOf, typing } from '#contract/expression/typing.ts';

const FIELDS: Readonly<Record<string, FieldType>> = {
  valor: { tipo: 'DINHEIRO', titulo: 'Valor' },
  custo: { tipo: 'DINHEIRO', titulo: 'Custo' },
  quantidade: { tipo: 'DECIMAL', titulo: 'Quantidade' },
  aberto: { tipo: 'LOGICO', titulo: 'Em aberto' },
  criado_em: { tipo: 'DATAHORA', titulo: 'Aberto em' },
  prazo: { tipo: 'DATA', titulo: 'Prazo' },
  assunto: { tipo: 'TEXTO', titulo: 'Assunto' },
  'cliente.uf': { tipo: 'TEXTO', titulo: 'Cliente › UF' },
  odd: { tipo: 'TEXTO', titulo: 'Nº [antigo] "%"' },
  twin: { tipo: 'TEXTO', titulo: 'Gêmeo' },
  twin2: { tipo: 'TEXTO', titulo: 'Gêmeo' },
};
const typeOf: TypeOf = (path) => FIELDS[path];
const names: Names = {
  titleOf: (path) => FIELDS[path]?.titulo,
  pathOf: (written) =>
    Object.keys(FIELDS).find((path) => FIELDS[path]?.titulo === written) ?? (FIELDS[written] && written),
};
const parse = (text: string) => parseExpression(text, names.pathOf);
const read = (text: string): Expression => {
  const { expression, problem } = parse(text);
  if (!expression) throw new Error(`${text}: ${problem.message}`);
  return expression;
};

const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc
    .tuple(fc.integer(), fc.constantFrom('', '.5', '.25'))
    .map(([whole, rest]) => ({ numero: `${whole}${rest}` })),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((texto) => ({ texto })),
  fc.constantFrom('"', '""', '[a]', '; )', '\n').map((texto) => ({ texto })),
  fc.constantFrom('2026-11-29', '1999-01-02').map((data) => ({ data })),
  fc.boolean().map((logico) => ({ logico })),
);

/** Every tree in which operations have as many operands as they take, whether or not it has a type. */
const tree: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    literal,
    fc.constantFrom(...Object.keys(FIELDS)).map((campo) => ({ campo })),
    fc.array(literal, { maxLength: 3 }).map((lista) => ({ lista })),
    ...(Object.keys(OPERATIONS) as Operation[]).map((faz) => {
      const [least, most] = operationOf(faz).de;
      const part = { minLength: least, maxLength: Math.min(most, least + 2) };
      return fc.array(tie('node'), part).map((de) => ({ faz, de }));
    }),
  ),
})).node;

describe('the text form', () => {
  it('is read back as the tree that was written', () => {
    fc.assert(
      fc.property(tree, (written) => {
        expect(read(printExpression(written, names))).toEqual(written);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['[Valor] - [Custo]', '[Valor] - [Custo]'],
    ['dias([Aberto em]; hoje()) > 5', 'dias([Aberto em]; hoje()) > 5'],
    ['[cliente.uf]="SP"', '[Cliente › UF] = "SP"'],
    ['[Valor]>5.000,5 E NÃO [Em aberto]', '[Valor] > 5.000,5 e não [Em aberto]'],
    ['[Valor] entre 1 e 5 ou [Assunto] Comeca Com "a"', '[Valor] entre 1 e 5 ou [Assunto] começa com "a"'],
    ['[Prazo] >= 29/11/2026', '[Prazo] >= 29/11/2026'],
    ['(([Valor]))', '[Valor]'],
    ['[Valor] - ([Custo] - 1)', '[Valor] - ([Custo] - 1)'],
    ['MES([Prazo]) ≠ 12', 'mês([Prazo]) <> 12'],
    ['[Cliente › UF] em ("SP"; "RJ")', '[Cliente › UF] em ("SP"; "RJ")'],
  ])('%s is written %s', (text, written) => expect(printExpression(read(text), names)).toBe(written));

  it('names a field by its path where two have its title', () =>
    expect(printExpression({ campo: 'twin2' }, names)).toBe('[twin2]'));

  it.each([
    ['[Valor] > ', 10, 10, /termina antes do fim/],
    ['[Valr] > 5', 0, 6, /Não há campo Valr/],
    ['[Valor > 5', 0, 10, /Feche o nome/],
    ['"SP', 0, 3, /Feche o texto/],
    ['[Valor] > 1.5', 10, 13, /vírgula/],
    ['Valor > 5', 0, 5, /colchetes/],
    ['soma([Valor])', 0, 4, /não existe/],
    ['31/02/2026', 0, 10, /não existe/],
    ['[Valor] [Custo]', 8, 15, /Falta um sinal/],
    ['1 < [Valor] < 5', 12, 13, /entre/],
    ['[Valor] # 5', 8, 9, /O sinal #/],
    ['[Valor] em ([Custo])', 12, 19, /só valores escritos/],
    ['> 5', 0, 1, /antes de >/],
  ])('says where it cannot be read: %s', (text, start, end, message) => {
    const { problem } = parse(text);
    expect([problem?.start, problem?.end]).toEqual([start, end]);
    expect(problem?.message).toMatch(message);
  });

  it('is refused, not read for ever, however deep', () => {
    for (const text of ['('.repeat(9_000), '-'.repeat(9_000), 'não '.repeat(4_000), 'x'.repeat(30_000)])
      expect(parse(text).problem).not.toBeNull();
  });
});

describe('the type of an expression', () => {
  const typeOfText = (text: string) => typing(read(text), typeOf).typed?.tipo;

  it.each([
    ['[Valor] - [Custo]', 'DINHEIRO'],
    ['[Valor] / [Custo]', 'DECIMAL'],
    ['[Valor] / 2', 'DINHEIRO'],
    ['[Valor] * [Valor]', 'DECIMAL'],
    ['[Aberto em] + 3', 'DATA'],
    ['se([Em aberto]; [Prazo]; [Aberto em])', 'DATA'],
    ['caso([Em aberto]; [Valor]; 0)', 'DECIMAL'],
    ['junta([Assunto]; " "; [Valor])', 'TEXTO'],
    ['[Aberto em] >= hoje() - 30', 'LOGICO'],
  ])('%s is %s', (text, tipo) => expect(typeOfText(text)).toBe(tipo));

  it.each([
    ['[Valor] > "SP"', '', /Não se compara um número com um texto/],
    ['[Valor] + [Assunto]', '/de/1', /Aqui se espera um número/],
    ['[Em aberto] > falso', '', /não têm ordem/],
    ['[Prazo] - [Aberto em]', '', /dias\(de; até\)/],
    ['3 + [Prazo]', '', /data primeiro/],
    ['[Em aberto] e [Valor]', '/de/1', /sim ou não/],
    ['[Valor] em ("SP")', '/de/1/lista/0', /um número/],
    ['se([Valor]; 1; 2)', '/de/0', /condição/],
    ['se([Em aberto]; 1; "a")', '', /mesmo tipo/],
    ['entre([Valor]; 1; "a") e [Em aberto]', '/de/0', /compara/],
    ['hoje(1)', '', /pede 0/],
    ['lista(1)', '', /depois de "em"/],
  ])('refuses %s at its node', (text, pointer, message) => {
    const { problems } = typing(read(text), typeOf);
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
    expect(problems[0]?.message).toMatch(message);
  });

  it('refuses an unknown field, a value of no kind and a whole of another kind', () => {
    const refused = (expression: Expression) => typing(expression, typeOf, 'LOGICO').problems;
    expect(refused(call('vazio', { campo: 'nada' }))).toEqual([
      { pointer: '/de/0/campo', message: expect.stringContaining('nada não existe') },
    ]);
    for (const wrong of [
      { numero: '1,5' },
      { numero: '1e9' },
      { data: '2026-02-30' },
      { data: '0001-01-01' },
    ])
      expect(refused(call('igual', wrong, wrong))).toHaveLength(2);
    expect(refused({ campo: 'valor' })).toEqual([
      { pointer: '', message: 'Aqui se espera sim ou não, e a expressão resulta em um número.' },
    ]);
  });

  it('is bounded in parts, levels and values of a list', () => {
    const parts = (count: number) => call('todas', ...Array(count).fill({ campo: 'aberto' }));
    const deep = (levels: number): Expression =>
      levels === 1 ? { campo: 'aberto' } : call('nenhuma', deep(levels - 1));
    const list = (count: number) =>
      call('em', { campo: 'assunto' }, { lista: Array(count).fill({ texto: 'a' }) });
    for (const fits of [parts(MAX_NODES - 1), deep(MAX_DEPTH), list(MAX_LIST)])
      expect(typing(fits, typeOf).problems).toEqual([]);
    for (const over of [parts(MAX_NODES), deep(MAX_DEPTH + 1), deep(5_000), list(MAX_LIST + 1)])
      expect(typing(over, typeOf).problems).toEqual([
        { pointer: '', message: expect.stringMatching(/mais de|até/) },
      ]);
  });
});

describe('a stored expression', () => {
  it('has the form of a tree', () => {
    fc.assert(fc.property(tree, (node) => expect(isExpression(JSON.parse(JSON.stringify(node)))).toBe(true)));
    for (const other of [
      null,
      'a',
      [],
      {},
      { campo: 1 },
      { faz: 'mais' },
      { faz: 'constructor', de: [] },
      { faz: 'mais', de: [1, 2] },
      { campo: 'a', faz: 'mais', de: [] },
      { lista: [{ campo: 'a' }] },
      { numero: 5 },
    ])
      expect([other, isExpression(other)]).toEqual([other, false]);
  });

  it('names the paths that it reads', () =>
    expect(pathsOf(read('[Valor] > [Custo] ou [Valor] em (1) ou [Cliente › UF] = "a"'))).toEqual([
      'valor',
      'custo',
      'cliente.uf',
    ]));
});

describe('an expression as a sentence', () => {
  it.each([
    ['[Valor] > 5000', 'Valor é maior que R$ 5.000,00'],
    [
      '[Valor] > 5000 e [Cliente › UF] em ("SP"; "RJ")',
      'Valor é maior que R$ 5.000,00, e Cliente › UF é SP ou RJ',
    ],
    ['[Aberto em] < hoje() - 30', 'Aberto em é antes de 30 dias antes de hoje'],
    [
      '[Em aberto] = verdadeiro e ([Valor] > 1 ou vazio([Prazo]))',
      'Em aberto: sim, e (Valor é maior que R$ 1,00, ou Prazo está vazio)',
    ],
    ['não [Assunto] contém "troca"', 'Não: Assunto contém troca'],
    ['([Valor] - [Custo]) * 2 entre 1 e 5', '(Valor menos Custo) vezes 2 está entre 1 e 5'],
    ['dias([Aberto em]; hoje()) >= 5', 'O número de dias de Aberto em até hoje é pelo menos 5'],
  ])('%s', (text, sentence) =>
    expect(sentenceOf(read(text), typeOf).replaceAll('\u00a0', ' ')).toBe(sentence),
  );
});

it('is small enough for a form: what types and judges one takes at most 6 KB', () => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: ['tree', 'typing', 'evaluate'].map((name) => `export * from './${name}.ts';`).join(''),
      resolveDir: 'contract/expression',
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThan(6 * 1024);
});
