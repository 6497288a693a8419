import { describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { call } from '#contract/expression/tree.ts';
import type { MapEntities } from '#contract/map/entity.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import {
  actionKind,
  RULE_ACTION_KEYS,
  RULE_ACTIONS,
  type RuleAction,
} from '#contract/rules/companyRules/ruleActions.ts';
import { RULE_ENTITIES } from '#contract/rules/companyRules/ruleEntities.ts';
import { RULE_EXAMPLES, ruleFromExample } from '#contract/rules/companyRules/ruleExamples.ts';
import { ruleProblems } from '#contract/rules/companyRules/ruleProblems.ts';
import {
  actionText,
  eventText,
  optionsOf,
  ruleSentence,
  sentenceText,
} from '#contract/rules/companyRules/ruleSentence.ts';

const names = { entities: ENTITIES, titleOf: () => 'Escolhido' };
const unnamed = { entities: ENTITIES, titleOf: () => undefined };
const base: CompanyRule = {
  ...{ formato: 1, id: 'regra', titulo: 'Regra', entidade: 'tickets', papel: 'SUPERVISOR' },
  quando: { tipo: 'EVENTO', evento: 'CRIADO' },
  entao: [{ acao: 'PRIORIZAR', prioridade: 'ALTA' }],
};
const sentence = (rule: Partial<CompanyRule>, entities: MapEntities = ENTITIES) =>
  sentenceText(ruleSentence({ ...base, ...rule }, { ...names, entities })).replaceAll('\u00a0', ' ');

/** A key, a path or a sign of the file, which no sentence may have. */
const KEY = /[A-Z]{2,}_|[a-z]_[a-z]|\bundefined\b|\bnull\b|\[object/;

describe('sentence of a rule', () => {
  it('reads as one', () => {
    const se = call('todas', call('maior', { campo: 'valor' }, { numero: '5000' }));
    expect(sentence({ se })).toBe(
      'Quando um ticket é aberto, se Valor é maior que R$ 5.000,00, então muda a prioridade para Alta.',
    );
    expect(sentence({ entao: [...base.entao, { acao: 'REABRIR', motivo: '' }] })).toBe(
      'Quando um ticket é aberto, então muda a prioridade para Alta e reabre.',
    );
    const waits = { acao: 'ESPERAR', quantidade: 2, unidade: 'DIAS' } as const;
    expect(sentence({ entao: [waits, { acao: 'ANOTAR', mensagem: 'De {{cliente.uf}}' }] })).toBe(
      'Quando um ticket é aberto, então espera 2 dias e depois, se a condição ainda vale, escreve a nota interna “De ‹Cliente › UF›”.',
    );
    expect(sentence({ entao: [{ acao: 'ANOTAR', mensagem: 'Pelo valor.' }] })).toBe(
      'Quando um ticket é aberto, então escreve a nota interna “Pelo valor.”',
    );
    expect(sentence({ entao: [] })).toBe('Quando um ticket é aberto, então não faz nada.');
  });

  it.each([
    [-2, 'HORAS', 'Quando faltam 2 horas para “Prazo” de um ticket'],
    [-1, 'DIAS', 'Quando falta 1 dia para “Prazo” de um ticket'],
    [0, 'HORAS', 'Quando chega “Prazo” de um ticket'],
    [1, 'HORAS', 'Quando passa 1 hora de “Prazo” de um ticket'],
    [30, 'DIAS', 'Quando passam 30 dias de “Prazo” de um ticket'],
  ] as const)('says when: %d %s', (quantidade, unidade, start) => {
    expect(sentence({ quando: { tipo: 'PRAZO', campo: 'prazo', quantidade, unidade } })).toContain(
      `${start},`,
    );
  });

  it('says at what time and on which days', () => {
    const at = (dias: number[]) => sentence({ quando: { tipo: 'HORARIO', hora: '08:00', dias } });
    expect(at([6, 5, 4, 3, 2, 1, 0])).toContain('Quando for 08:00, todo dia, em cada ticket,');
    expect(at([5, 1])).toContain('Quando for 08:00, segunda e sexta, em cada ticket,');
  });

  it('agrees with the noun', () => {
    const own: MapEntities = {
      proprio_vistorias: { ...ENTITIES.tickets, titulo: { um: 'vistoria', muitos: 'vistorias' } } as never,
    };
    expect(sentence({ entidade: 'proprio_vistorias' }, own)).toContain('Quando uma vistoria é incluída,');
    const happens = (evento: string) => ({ tipo: 'EVENTO', evento }) as const;
    expect(sentence({ entidade: 'agendas', quando: happens('CUMPRIDA') })).toContain(
      'Quando uma agenda é cumprida,',
    );
    expect(sentence({ entidade: 'metas', quando: happens('APURADA') })).toContain(
      'Quando um objetivo de vendas é apurado,',
    );
    // Where it stands alone too.
    const said = (entity: string) =>
      RULE_ENTITIES[entity]?.eventos.map((event) => eventText(ENTITIES, entity, event));
    expect(said('campanhas')).toEqual(['é criada', 'é apurada', 'é alterada']);
    expect(said('titulos')).toEqual(['é incluído', 'é alterado']);
  });

  it('names the field that changes', () => {
    const quando = { tipo: 'EVENTO', evento: 'ALTERADO', mudou: 'valor' } as const;
    expect(sentence({ quando })).toContain('Quando muda “Valor” de um ticket,');
  });

  const events = Object.entries(RULE_ENTITIES).flatMap(([entidade, { eventos }]) =>
    eventos.map(({ value }) => [entidade, value] as const),
  );
  it.each(events)('has words for the event: %s %s', (entidade, evento) => {
    const said = sentence({ entidade, quando: { tipo: 'EVENTO', evento } });
    expect(said).not.toMatch(KEY);
    expect(said).not.toContain('falta escolher');
  });

  /** Every field with its first option, something chosen, or a text. */
  const filled = (key: string): RuleAction => {
    const fields: Readonly<Record<string, TSchema>> = actionKind(key)?.campos.properties ?? {};
    const firstOf = (schema: TSchema) =>
      optionsOf(schema)[0]?.value ?? (schema.type === 'integer' ? 3 : schema.type === 'boolean' ? true : 'x');
    return {
      acao: key,
      ...Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, firstOf(schema)])),
    } as unknown as RuleAction;
  };
  it.each(RULE_ACTION_KEYS)('has words for the action %s, chosen and not yet chosen', (key) => {
    for (const text of [
      actionText(filled(key), 'tickets', names),
      actionText(filled(key), 'tickets', unnamed),
      actionText({ acao: key } as RuleAction, 'tickets', unnamed),
    ]) {
      expect(text).not.toMatch(KEY);
      expect(text.length).toBeGreaterThan(4);
    }
    const options = Object.entries(
      RULE_ACTIONS[key].campos.properties as Readonly<Record<string, TSchema>>,
    ).flatMap(([field, schema]) =>
      optionsOf(schema).map(({ value }) => ({ ...filled(key), [field]: value }) as RuleAction),
    );
    for (const action of options) expect(actionText(action, 'tickets', names)).not.toMatch(KEY);
  });
});

describe('examples of rules', () => {
  it.each(RULE_EXAMPLES.map((example) => [example.id, example] as const))(
    '%s lacks nothing but what the company has to choose',
    (_, example) => {
      const rule = ruleFromExample(example, 'SUPERVISOR');
      const chosen = ruleProblems(rule, ENTITIES).filter(({ pointer }) => {
        const [, , index = '', key = ''] = pointer.split('/');
        const fields = actionKind(rule.entao[Number(index)]?.acao ?? '')?.campos.properties as
          | Readonly<Record<string, TSchema>>
          | undefined;
        return !fields?.[key]?.['x-escolha'];
      });
      expect(chosen).toEqual([]);
      const said = sentenceText(ruleSentence(rule, unnamed));
      expect(said).not.toMatch(KEY);
      expect(said).toMatch(/^Quando .+, então .+(?:\.|[.!?]”)$/);
    },
  );

  it('have keys and titles of their own', () => {
    for (const of of ['id', 'titulo'] as const)
      expect(new Set(RULE_EXAMPLES.map((each) => each[of])).size).toBe(RULE_EXAMPLES.length);
    for (const { titulo } of RULE_EXAMPLES) expect(titulo.length).toBeLessThanOrEqual(80);
  });
});
