import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluator } from '#contract/expression/evaluate.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { conditionHolds, type FlowCondition, type FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import {
  asExpression,
  comparedTypes,
  conditionText,
  expressionProblems,
  factOfPath,
  flowTypeOf,
  judgedParts,
  resolvedFlow,
} from '#contract/rules/flows/flowExpression.ts';

const facts: fc.Arbitrary<FlowFacts> = fc.record({
  linhas_em_analise: fc.nat(3),
  linhas_aprovadas: fc.nat(3),
  todas_linhas_negadas: fc.boolean(),
  contribuinte_icms: fc.boolean(),
  divergencia: fc.boolean(),
  logistica_recusou: fc.boolean(),
  consumidor_final: fc.boolean(),
  tem_itens: fc.boolean(),
  tipo: fc.constantFrom('TROCA', 'DEVOLUCAO'),
});

const flowOf = (condicao: FlowCondition): Flow =>
  ({ chave: 'F', descricao: '', etapas: [], transicoes: [{ de: 'A', condicao }] }) as unknown as Flow;
const conditionOf = (flow: Flow) => flow.transicoes[0]?.condicao;

const oldForm = (...leaves: fc.Arbitrary<FlowCondition>[]) =>
  fc.letrec<{ node: FlowCondition }>((tie) => {
    const parts = fc.array(tie('node'), { minLength: 1, maxLength: 3 });
    return {
      node: fc.oneof(
        { maxDepth: 3 },
        ...leaves,
        fc.boolean().map((igual): FlowCondition => ({ fato: 'tem_itens', igual })),
        fc.boolean().map((diferente): FlowCondition => ({ fato: 'divergencia', diferente })),
        fc.constantFrom('TROCA', 'X').map((igual): FlowCondition => ({ fato: 'tipo', igual })),
        fc.nat(3).map((maior_que): FlowCondition => ({ fato: 'linhas_aprovadas', maior_que })),
        fc.nat(3).map((menor_que): FlowCondition => ({ fato: 'linhas_em_analise', menor_que })),
        parts.map((todas): FlowCondition => ({ todas })),
        parts.map((alguma): FlowCondition => ({ alguma })),
        parts.map((nenhuma): FlowCondition => ({ nenhuma })),
      ),
    };
  }).node;

/** Conditions over facts, and over fields of the three values that a field's part may have. */
const FIELDS: Readonly<Record<string, boolean | null>> = { sim: true, nao: false, nada: null };
const judge = (part: Expression) => ('campo' in part ? (FIELDS[part.campo] ?? null) : null);
const holds = (condition: FlowCondition, known: FlowFacts) =>
  conditionHolds(conditionOf(resolvedFlow(flowOf(condition), 'A', judge)), known);
const tree = fc.letrec<{ node: Expression }>((tie) => {
  const group = (faz: 'todas' | 'alguma' | 'nenhuma') =>
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((de) => call(faz, ...de));
  const approved: Expression = { campo: 'fato.linhas_aprovadas' };
  const number = fc.nat(3).map((numero) => ({ numero: String(numero) }));
  return {
    node: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...Object.keys(FIELDS)).map((campo): Expression => ({ campo })),
      fc.constantFrom('fato.divergencia', 'fato.tem_itens').map((campo): Expression => ({ campo })),
      fc
        .tuple(fc.constantFrom('igual', 'diferente', 'maior', 'maior_igual', 'menor', 'menor_igual'), number)
        .map(([faz, value]) => call(faz as 'igual', approved, value)),
      fc.tuple(number, number).map(([from, to]) => call('entre', approved, from, to)),
      fc
        .array(fc.constantFrom('TROCA', 'DEVOLUCAO', 'X'), { minLength: 1 })
        .map((keys) => call('em', { campo: 'fato.tipo' }, { lista: keys.map((texto) => ({ texto })) })),
      ...(['todas', 'alguma', 'nenhuma'] as const).map(group),
    ),
  };
}).node;

describe('a condition with an expression', () => {
  it('holds, with its parts judged, exactly when the three values of the whole say so', () => {
    const standard = flowTypeOf(ENTITIES);
    const typeOf = (path: string) =>
      path in FIELDS ? { tipo: 'LOGICO' as const, titulo: path } : standard(path);
    fc.assert(
      fc.property(tree, facts, (expressao, known) => {
        const { typed } = typing(expressao, typeOf, 'LOGICO');
        if (!typed) throw new Error('no type');
        const read = (path: string) => {
          const fact = factOfPath(path);
          const value = fact ? known[fact.value] : FIELDS[path];
          return typeof value === 'number' ? String(value) : (value ?? null);
        };
        const whole = evaluator(typed)(read, { now: '', zone: 'UTC' }) === true;
        expect(holds({ expressao }, known)).toBe(whole);
      }),
    );
  });

  it('says what a condition of the old form says', () => {
    fc.assert(
      fc.property(oldForm(), facts, (condition, known) => {
        const expressao = asExpression(condition);
        expect(judgedParts(flowOf({ expressao }))).toEqual([]);
        expect(holds({ expressao }, known)).toBe(conditionHolds(condition, known));
      }),
    );
  });

  it('has one meaning of empty, whether it stands in the old form or in the tree that this becomes', () => {
    const withTrees = oldForm(tree.map((expressao): FlowCondition => ({ expressao })));
    const sparse = facts.chain((known) =>
      fc
        .subarray(Object.keys(known) as (keyof FlowFacts)[])
        .map((kept): FlowFacts => Object.fromEntries(kept.map((fact) => [fact, known[fact]]))),
    );
    fc.assert(
      fc.property(withTrees, sparse, (condition, known) => {
        expect(holds(condition, known)).toBe(holds({ expressao: asExpression(condition) }, known));
      }),
    );
    const above = call('maior', { campo: 'valor' }, { numero: '5000' });
    expect(holds({ nenhuma: [{ expressao: above }] }, {})).toBe(false);
    expect(holds({ nenhuma: [{ nenhuma: [{ expressao: above }] }] }, {})).toBe(false);
  });

  it('is judged for the current step alone, and stays open for later ones', () => {
    const part = call('maior', { campo: 'valor' }, { numero: '5000' });
    const condicao: FlowCondition = { todas: [{ fato: 'tem_itens', igual: true }, { expressao: part }] };
    const later = conditionOf(resolvedFlow(flowOf(condicao), 'B', () => true));
    expect(later).toEqual(condicao);
    expect(conditionHolds(later, { tem_itens: true })).toBe(false);
  });

  it('holds for nobody as long as it is not judged', () =>
    expect(conditionHolds({ expressao: call('vazio', { campo: 'valor' }) }, {})).toBe(false));

  it('may be part of a condition of the old form', () => {
    const part = call('maior', { campo: 'valor' }, { numero: '5000' });
    const condition: FlowCondition = { todas: [{ fato: 'tem_itens', igual: true }, { expressao: part }] };
    expect(judgedParts(flowOf(condition))).toEqual([part]);
    for (const judged of [true, false])
      expect(
        conditionHolds(conditionOf(resolvedFlow(flowOf(condition), 'A', () => judged)), { tem_itens: true }),
      ).toBe(judged);
    expect(conditionText(condition).replaceAll('\u00a0', ' ')).toBe(
      'O ticket tem produtos: sim, e Valor é maior que R$ 5.000,00',
    );
  });

  it('is refused where a comparison lacks its value', () => {
    const assunto: Expression = { campo: 'assunto' };
    const pointers = (expressao: Expression) =>
      expressionProblems(flowOf({ expressao }), flowTypeOf(ENTITIES)).map(({ pointer }) => pointer);
    const at = '/transicoes/0/condicao/expressao';
    expect(pointers(call('todas', call('igual', assunto, { texto: '' })))).toEqual([`${at}/de/0/de/1`]);
    expect(pointers(call('contem', assunto, { texto: ' ' }))).toEqual([`${at}/de/1`]);
    expect(pointers(call('em', assunto, { lista: [{ texto: 'a' }, { texto: '' }] }))).toEqual([
      `${at}/de/1/lista/1`,
    ]);
    expect(pointers(call('em', assunto, { lista: [] }))).toEqual([`${at}/de/1`]);
    expect(pointers(call('nenhuma', call('vazio', assunto)))).toEqual([]);
    const joined = call('junta', assunto, { texto: '' });
    expect(pointers(call('igual', joined, { texto: 'a' }))).toEqual([]);
  });

  it('names the ticket types that it compares with, in either form', () => {
    expect(comparedTypes({ nenhuma: [{ fato: 'tipo', igual: 'TROCA' }] })).toEqual(['TROCA']);
    const chosen = { lista: [{ texto: 'A' }, { texto: 'B' }] };
    expect(comparedTypes({ expressao: call('em', { campo: 'tipo_chave' }, chosen) })).toEqual(['A', 'B']);
    expect(comparedTypes({ expressao: call('em', { campo: 'assunto' }, chosen) })).toEqual([]);
  });
});
