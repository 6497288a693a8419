import type { TSchema } from '@sinclair/typebox';
import { typing } from '#contract/expression/typing.ts';
import type { MapEntities } from '#contract/map/entity.ts';
import {
  type CompanyRule,
  MACRO_ENTITY,
  type RuleTrigger,
} from '#contract/rules/companyRules/companyRule.ts';
import { actionKind, type RuleAction } from '#contract/rules/companyRules/ruleActions.ts';
import { ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { ruleTypeOf } from '#contract/rules/companyRules/ruleExpression.ts';
import { dueFields } from '#contract/rules/companyRules/ruleProblems.ts';
import { optionsOf } from '#contract/rules/companyRules/ruleSentence.ts';
import { WEEKDAYS } from '#contract/rules/time/calendarDate.ts';

/** About another entity. The event and the condition stay where that entity has them too; actions always do, with their problems. */
export function withEntity(rule: CompanyRule, entidade: string, entities: MapEntities): CompanyRule {
  const { se, ...rest } = { ...rule, entidade };
  const keepsCondition = se !== undefined && typing(se, ruleTypeOf(entities, entidade), 'LOGICO').typed;
  const { quando } = rule;
  const keepsTrigger =
    quando.tipo === 'EVENTO'
      ? ruleEntity(entidade)?.eventos.some(({ value }) => value === quando.evento)
      : quando.tipo !== 'PRAZO' || dueFields(entidade, entities).some(([key]) => key === quando.campo);
  return {
    ...rest,
    ...(keepsCondition && { se }),
    quando: keepsTrigger ? withoutField(quando) : newTrigger(quando.tipo, entidade, entities),
  };
}

/** The field that has to change is one of the entity before. */
const withoutField = (quando: RuleTrigger): RuleTrigger =>
  quando.tipo === 'EVENTO' ? { tipo: 'EVENTO', evento: quando.evento } : quando;

/** With another kind of trigger: what only a macro, or only a rule that acts by itself, has goes with it. */
export function withTrigger(
  rule: CompanyRule,
  tipo: RuleTrigger['tipo'],
  entities: MapEntities,
  usualRole: string,
): CompanyRule {
  if (tipo !== 'PESSOA')
    return { papel: usualRole, ...rule, quando: newTrigger(tipo, rule.entidade, entities) };
  const { papel: _, limitePorHora: __, emLote: ___, importacoes: ____, ...macro } = rule;
  return withEntity({ ...macro, quando: { tipo } }, MACRO_ENTITY, entities);
}

/** The usual trigger of a kind. */
function newTrigger(tipo: RuleTrigger['tipo'], entidade: string, entities: MapEntities): RuleTrigger {
  if (tipo === 'EVENTO') return { tipo, evento: ruleEntity(entidade)?.eventos[0]?.value ?? '' };
  if (tipo === 'PESSOA') return { tipo };
  if (tipo === 'HORARIO') return { tipo, hora: '08:00', dias: WEEKDAYS.map((_, day) => day) };
  const [key, field] = dueFields(entidade, entities)[0] ?? ['', undefined];
  return {
    tipo,
    campo: key,
    ...(field?.tipo === 'DATA' ? { quantidade: -1, unidade: 'DIAS' } : { quantidade: -2, unidade: 'HORAS' }),
  };
}

const fieldsOf = (key: string): Readonly<Record<string, TSchema>> => actionKind(key)?.campos.properties ?? {};

const isNeeded = (key: string, field: string): boolean =>
  actionKind(key)?.campos.required?.includes(field) ?? false;

/** An action with what it can have without asking: its usual choice, the first hour, an empty text. */
export function newAction(key: string): RuleAction {
  const given = Object.entries(fieldsOf(key)).flatMap(([field, schema]) => {
    if (!isNeeded(key, field) || schema['x-escolha']) return [];
    if (schema['x-valores']) return [[field, {}]];
    const [usual] = optionsOf(schema);
    if (usual) return [[field, usual.value]];
    if (schema.type === 'integer') return [[field, Math.max(1, Number(schema.minimum ?? 1))]];
    return [[field, schema.pattern ? '09:00' : '']];
  });
  return { acao: key, ...Object.fromEntries(given) } as RuleAction;
}

/** Another action in the place of one; a text or a person that both ask for stays. */
export function withActionKind(action: RuleAction, key: string): RuleAction {
  const before = fieldsOf(action.acao);
  const keptEntries = Object.entries(fieldsOf(key)).filter(([field, schema]) => {
    const own = before[field];
    return (
      own !== undefined &&
      own.type === schema.type &&
      own['x-escolha'] === schema['x-escolha'] &&
      !schema.anyOf &&
      field in action
    );
  });
  const values: Readonly<Record<string, unknown>> = { ...action };
  return {
    ...newAction(key),
    ...Object.fromEntries(keptEntries.map(([field]) => [field, values[field]])),
  } as RuleAction;
}

/** Whether a field is asked for, by what was chosen in another. */
export function isAsked(schema: TSchema, action: Readonly<Record<string, unknown>>): boolean {
  const when = schema['x-quando'] as { campo: string; valores: readonly string[] } | undefined;
  return !when || when.valores.includes(String(action[when.campo]));
}

/** The action with one field written; what is empty and need not be there is left out, and so is what is no longer asked for. */
export function withField(action: RuleAction, field: string, value: unknown): RuleAction {
  const empty = value === '' || value === null || value === undefined || value === false;
  const keepsEmpty =
    value === '' && isNeeded(action.acao, field) && !fieldsOf(action.acao)[field]?.['x-escolha'];
  const schemas = fieldsOf(action.acao);
  // The values of one type are not those of another.
  const emptied = Object.entries(schemas).flatMap(([key, schema]) =>
    schema['x-valores'] === field ? [[key, {}]] : [],
  );
  const next: Readonly<Record<string, unknown>> = {
    ...{ ...action, ...Object.fromEntries(emptied) },
    [field]: value,
  };
  return Object.fromEntries(
    Object.entries(next).filter(([key]) => {
      if (key === field && empty) return keepsEmpty;
      const schema = schemas[key];
      return !schema || isAsked(schema, next);
    }),
  ) as unknown as RuleAction;
}
