import type { Operation } from '#contract/expression/operations.ts';
import { call, type Expression, type Literal } from '#contract/expression/tree.ts';
import type { Kind } from '#contract/expression/typing.ts';

/** Numbers of 32 bits from a seed (mulberry32): a failing run can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const NUMBERS = ['0', '1', '-1', '2', '3', '0.5', '-2.5', '1000', '0.000000000001', '5000', '99999999999.99'];
/** Accents in both forms, letters outside the tables, a pair of surrogates, and signs that mean something to SQL. */
const TEXTS = [
  ...['', 'a', 'SP', 'são', 'SÃO PAULO', 'sa\u0303o', 'ß', 'ı', 'Łódź', '😀', '\uffee', 'ﬁ', 'Ação', 'acao'],
  ...["'", "''; drop table x; --", '\\', "\\'", '%', '_', '$1', ':a', '/*', '--', '{}', '"'],
];
const DAYS = [
  '2026-11-29',
  '2024-02-29',
  '2000-01-01',
  '1000-01-01',
  '9999-12-31',
  '2018-11-04',
  '2026-12-31',
];

type Random = () => number;

export const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;

export const VALUES = { NUMERO: NUMBERS, TEXTO: TEXTS, DATA: DAYS } as const;

/** The fields of the random rows, by kind. */
export const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  NUMERO: ['n1', 'n2', 'i1'],
  TEXTO: ['t1', 't2'],
  DATA: ['d1', 'd2'],
  MOMENTO: ['m1', 'm2'],
  LOGICO: ['l1', 'l2'],
};

export function randomLiteral(random: Random, kind: Kind): Literal {
  if (kind === 'NUMERO') return { numero: pick(random, NUMBERS) };
  if (kind === 'TEXTO') return { texto: pick(random, TEXTS) };
  if (kind === 'LOGICO') return { logico: random() < 0.5 };
  return { data: pick(random, DAYS) };
}

/** A tree that has a type, of the kind asked for and at most so deep. */
export function randomTree(random: Random, kind: Kind, depth: number): Expression {
  const tree = (of: Kind) => randomTree(random, of, depth - 1);
  if (depth <= 1 || random() < 0.15) {
    if (kind === 'MOMENTO') return random() < 0.9 ? { campo: pick(random, FIELDS.MOMENTO) } : call('agora');
    if (kind === 'DATA' && random() < 0.2) return call('hoje');
    return random() < 0.65 ? { campo: pick(random, FIELDS[kind]) } : randomLiteral(random, kind);
  }
  const day = (): Expression => tree(random() < 0.3 ? 'MOMENTO' : 'DATA');
  const any = (): Kind => pick(random, ['NUMERO', 'TEXTO', 'DATA', 'MOMENTO', 'LOGICO'] as const);
  const chosen = (): Expression =>
    random() < 0.6
      ? call('se', tree('LOGICO'), tree(kind), ...(random() < 0.7 ? [tree(kind)] : []))
      : call(
          'caso',
          tree('LOGICO'),
          tree(kind),
          tree('LOGICO'),
          tree(kind),
          ...(random() < 0.5 ? [tree(kind)] : []),
        );
  if (random() < 0.1) return chosen();
  switch (kind) {
    case 'NUMERO':
      return pick<() => Expression>(random, [
        () => call('mais', tree('NUMERO'), tree('NUMERO')),
        () => call('menos', tree('NUMERO'), tree('NUMERO')),
        () => call('vezes', tree('NUMERO'), tree('NUMERO')),
        () => call('dividido', tree('NUMERO'), tree('NUMERO')),
        () => call('dividido', tree('NUMERO'), tree('NUMERO')),
        () => call('oposto', tree('NUMERO')),
        () => call('dias', day(), day()),
        () => call('horas', tree('MOMENTO'), tree('MOMENTO')),
        () => call(pick(random, ['mes', 'ano'] as const), day()),
      ])();
    case 'TEXTO':
      return random() < 0.5
        ? call('maiusculas', tree('TEXTO'))
        : call('junta', tree('TEXTO'), tree(pick(random, ['TEXTO', 'NUMERO', 'DATA'] as const)), day());
    case 'DATA':
      return random() < 0.8
        ? call(pick(random, ['mais', 'menos'] as const), day(), tree('NUMERO'))
        : call('dia', day());
    case 'MOMENTO':
      return chosen();
    default:
      return condition();
  }

  function condition(): Expression {
    const of = any();
    const ordered = of === 'LOGICO' ? 'NUMERO' : of;
    const value = pick(random, ['NUMERO', 'TEXTO', 'DATA'] as const);
    const parts = (): Expression[] =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => tree('LOGICO'));
    return pick<() => Expression>(random, [
      () => call(pick(random, ['todas', 'alguma', 'nenhuma'] as const), ...parts()),
      () => call(pick(random, ['igual', 'diferente'] as const), tree(of), tree(of)),
      () => call(pick(random, ORDERS), tree(ordered), tree(ordered)),
      () => call('entre', tree(ordered), tree(ordered), tree(ordered)),
      () => call(pick(random, ORDERS), tree('MOMENTO'), tree('DATA')),
      () => call(pick(random, ['contem', 'comeca_com'] as const), tree('TEXTO'), tree('TEXTO')),
      () => call('vazio', tree(any())),
      () => call('em', tree(value), { lista: [1, 2, 3].map(() => randomLiteral(random, value)) }),
    ])();
  }
}

const ORDERS: readonly Operation[] = ['maior', 'maior_igual', 'menor', 'menor_igual'];
