import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import Ajv from 'ajv';
import fc from 'fast-check';
import { call, type Expression } from '#contract/expression/tree.ts';
import { conditionSchema, schemaCondition } from '#contract/rules/registration/stepCondition.ts';

const FLAGS = ['contexto.simulacao', 'regimeEspecial'] as const;
const TEXTS = ['contexto.tipo', 'uf'] as const;
const NUMBERS = ['lojas'] as const;
const word = fc.constantFrom('PF', 'PJ', 'SP', '');
const number = fc.integer({ min: -3, max: 3 }).map((each) => ({ numero: String(each) }));
const field = (names: readonly string[]) => fc.constantFrom(...names).map((campo) => ({ campo }));

const question: fc.Arbitrary<Expression> = fc.oneof(
  fc.tuple(field(FLAGS), fc.boolean()).map(([path, logico]) => call('igual', path, { logico })),
  fc
    .tuple(fc.constantFrom('igual' as const, 'diferente' as const), field(TEXTS), word)
    .map(([faz, path, texto]) => call(faz, path, { texto })),
  fc
    .tuple(field(TEXTS), fc.uniqueArray(word, { minLength: 1 }))
    .map(([path, texts]) => call('em', path, { lista: texts.map((texto) => ({ texto })) })),
  field(['uf', ...NUMBERS]).map((path) => call('vazio', path)),
  field(['uf', ...NUMBERS]).map((path) => call('nenhuma', call('vazio', path))),
  fc
    .tuple(
      fc.constantFrom('maior' as const, 'maior_igual' as const, 'menor' as const, 'menor_igual' as const),
      number,
    )
    .map(([faz, value]) => call(faz, { campo: 'lojas' }, value)),
  fc.tuple(number, number).map(([from, to]) => call('entre', { campo: 'lojas' }, from, to)),
);
const condition = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    question,
    fc
      .tuple(
        fc.constantFrom('todas' as const, 'alguma' as const, 'nenhuma' as const),
        fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
      )
      .map(([faz, parts]) => call(faz, ...parts)),
  ),
})).node;

/** As a step has it: the context always answers, and what is empty is not there. */
const data = fc.record(
  {
    contexto: fc.record({ simulacao: fc.boolean(), tipo: fc.constantFrom('PF', 'PJ') }),
    regimeEspecial: fc.boolean(),
    uf: fc.constantFrom('SP', 'RJ'),
    lojas: fc.integer({ min: -3, max: 3 }),
  },
  { requiredKeys: ['contexto'] },
);

/** What the condition says, by itself. */
function holds(node: Expression, values: Record<string, unknown>): boolean {
  if (!('faz' in node)) throw new Error('no condition');
  const { faz, de } = node;
  const parts = () => de.map((part) => holds(part, values));
  if (faz === 'todas') return parts().every(Boolean);
  if (faz === 'alguma') return parts().some(Boolean);
  if (faz === 'nenhuma') return !parts().some(Boolean);
  const [first, ...others] = de;
  const value = first && 'campo' in first ? valueAt(first.campo, values) : undefined;
  const given = others.map(literal);
  if (faz === 'vazio') return value === undefined;
  if (faz === 'em') return (given[0] as unknown[]).includes(value);
  if (faz === 'igual') return (value ?? (typeof given[0] === 'boolean' ? false : undefined)) === given[0];
  if (faz === 'diferente') return value !== given[0];
  if (typeof value !== 'number') return false;
  const [low, high] = given as number[];
  if (faz === 'entre') return value >= (low ?? 0) && value <= (high ?? 0);
  const limit = low ?? 0;
  return {
    maior: value > limit,
    maior_igual: value >= limit,
    menor: value < limit,
    menor_igual: value <= limit,
  }[faz as 'maior'];
}

const valueAt = (path: string, values: Record<string, unknown>): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);

function literal(node: Expression): unknown {
  if ('lista' in node) return node.lista.map(literal);
  if ('texto' in node) return node.texto;
  if ('numero' in node) return Number(node.numero);
  return 'logico' in node ? node.logico : undefined;
}

describe('a condition of a registration step', () => {
  it('means as a schema what it says, and is read back as what means the same', () => {
    const ajv = new Ajv({ strict: false });
    fc.assert(
      fc.property(condition, fc.array(data, { minLength: 5, maxLength: 5 }), (expression, samples) => {
        const schema = conditionSchema(expression);
        if (!schema) throw new Error('not said');
        const validate = ajv.compile(schema);
        const again = schemaCondition(schema);
        if (!again) throw new Error(`not read: ${JSON.stringify(schema)}`);
        for (const sample of samples) {
          expect(validate(sample)).toBe(holds(expression, sample));
          expect(holds(again, sample)).toBe(holds(expression, sample));
        }
        expect(conditionSchema(again)).toEqual(schema);
      }),
      { numRuns: 300 },
    );
  });

  it('is written as the shipped steps are, and every one of theirs about the context is read', () => {
    const rules = readdirSync('schemas/registration').flatMap((name) => {
      const { schema } = JSON.parse(readFileSync(`schemas/registration/${name}`, 'utf8'));
      return (schema.allOf ?? []) as { if: unknown; else?: unknown }[];
    });
    const read = rules.flatMap((rule) => schemaCondition(rule.if) ?? []);
    expect(read.length).toBeGreaterThan(10);
    const known = rules.filter((rule) => schemaCondition(rule.if));
    for (const rule of known)
      expect(conditionSchema(schemaCondition(rule.if) as Expression)).toEqual(rule.if);
  });

  it('is nothing where a schema cannot say it, and a schema that says more is left as it is', () => {
    const uf = { campo: 'uf' };
    expect(conditionSchema(call('contem', uf, { texto: 'S' }))).toBeNull();
    expect(conditionSchema(call('igual', uf, { campo: 'outro' }))).toBeNull();
    expect(conditionSchema(call('todas', call('vazio', uf), call('contem', uf, { texto: 'S' })))).toBeNull();
    const more = [
      { properties: { uf: { const: 'SP' } } },
      { properties: { uf: { const: 'SP', minLength: 2 } }, required: ['uf'] },
      { properties: { regimeEspecial: { const: false } }, required: ['regimeEspecial'] },
      { properties: { uf: { pattern: '^S' } }, required: ['uf'] },
      true,
    ];
    for (const schema of more) expect([schema, schemaCondition(schema)]).toEqual([schema, null]);
  });
});
