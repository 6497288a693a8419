import type { TSchema } from '@sinclair/typebox';
import { blankValues } from '../../expression/blankValues.ts';
import { typing } from '../../expression/typing.ts';
import { ADDED_FIELD, type MapEntities, type MapField, OWN_ENTITY } from '../../map/entity.ts';
import { resolvePath } from '../../map/paths.ts';
import { columnName, fieldOfColumn } from '../../records/fields/columnNames.ts';
import type { FileProblem } from '../problem.ts';
import { type CompanyRule, isMacro, MACRO_ENTITY, type RuleTrigger } from './companyRule.ts';
import { lostSnoozes } from './lostSnooze.ts';
import { actionKind, BY_WHOM, isDoneTo, pathsInText, textsIn } from './ruleActions.ts';
import { ruleEntity, ruleEvent } from './ruleEntities.ts';
import { ruleTypeOf } from './ruleExpression.ts';

/** What is wrong in a rule whose shape is right, over the map as it is for its author. */
export function ruleProblems(rule: CompanyRule, entities: MapEntities): FileProblem[] {
  const { entidade, quando, se, entao } = rule;
  const entity = Object.hasOwn(entities, entidade) ? entities[entidade] : undefined;
  if (!entity || !ruleEntity(entidade))
    return [{ pointer: '/entidade', message: `Não há regras sobre "${entidade}". Escolha uma da lista.` }];
  const condition = se
    ? [...typing(se, ruleTypeOf(entities, entidade), 'LOGICO').problems, ...blankValues(se)]
    : [];
  return [
    ...(isMacro(rule) ? macroProblems(rule) : ruleOnlyProblems(rule)),
    ...triggerProblems(rule, entities),
    ...condition.map((problem) => ({ ...problem, pointer: `/se${problem.pointer}` })),
    ...(quando.tipo === 'HORARIO' && !se
      ? [
          {
            pointer: '/se',
            message: 'Num horário, a regra olha todos os registros: diga de quais, numa condição.',
          },
        ]
      : []),
    ...entao.flatMap((action, index) => actionProblems(rule, action, `/entao/${index}`, entities)),
    ...(entao.at(-1)?.acao === 'ESPERAR'
      ? [{ pointer: `/entao/${entao.length - 1}`, message: 'Depois de esperar falta o que fazer.' }]
      : []),
    ...lostSnoozes(rule).map((place) => ({
      pointer: `/entao/${place}/acao`,
      message:
        'Esta ação traz de volta o ticket que acabou de ser adiado. Troque a ordem, ou retire uma das duas.',
    })),
  ];
}

const ofWhoever = (action: Given): [string, unknown][] =>
  Object.entries(action).filter(([, value]) => value === BY_WHOM);

/** What only rules that act by themselves have. */
function macroProblems({ entidade, papel, entao }: CompanyRule): FileProblem[] {
  return [
    ...(entidade === MACRO_ENTITY
      ? []
      : [{ pointer: '/entidade', message: 'Macros são sobre tickets. Escolha Ticket.' }]),
    ...(papel === undefined
      ? []
      : [{ pointer: '/papel', message: 'Uma macro age com os direitos de quem a usa: retire o perfil.' }]),
    ...entao.flatMap(({ acao }, index) =>
      acao === 'ESPERAR'
        ? [
            {
              pointer: `/entao/${index}/acao`,
              message: 'Uma macro se faz na hora. Para esperar, use uma regra.',
            },
          ]
        : [],
    ),
  ];
}

/** What only macros have. */
function ruleOnlyProblems({ papel, entao }: CompanyRule): FileProblem[] {
  return [
    ...(papel ? [] : [{ pointer: '/papel', message: 'Escolha com os direitos de que perfil a regra age.' }]),
    ...entao.flatMap((action, index) =>
      ofWhoever(action as Given).map(([key]) => ({
        pointer: `/entao/${index}/${key}`,
        message: 'Só uma macro tem quem a usa. Escolha outra pessoa.',
      })),
    ),
  ];
}

function triggerProblems(rule: CompanyRule, entities: MapEntities): FileProblem[] {
  const { entidade, quando } = rule;
  if (quando.tipo === 'EVENTO') {
    const eventFacts = ruleEvent(entidade, quando.evento);
    if (!eventFacts)
      return [{ pointer: '/quando/evento', message: 'Este evento não existe aqui. Escolha um da lista.' }];
    const { mudou } = quando;
    return mudou === undefined || changedFields(rule, entities).some(([key]) => key === mudou)
      ? []
      : [
          {
            pointer: '/quando/mudou',
            message: 'Não se sabe quando este campo muda. Escolha um da lista, ou qualquer campo.',
          },
        ];
  }
  if (quando.tipo !== 'PRAZO') return [];
  const field = dueFields(entidade, entities).find(([key]) => key === quando.campo)?.[1];
  if (!field)
    return [
      {
        pointer: '/quando/campo',
        message: entidade.startsWith(OWN_ENTITY)
          ? OWN_DATES
          : 'Nenhuma regra espera por este campo. Escolha uma data da lista.',
      },
    ];
  return field.tipo === 'DATA' && quando.unidade === 'HORAS'
    ? [{ pointer: '/quando/unidade', message: `${field.titulo} é um dia sem hora: conte em dias.` }]
    : [];
}

/** Why a rule waits for no date of the company's own types: no index leads to them, so each turn would read all records. */
export const OWN_DATES =
  'Nenhuma regra espera por datas de cadastros próprios. Use um horário, com a data na condição.';

/** The fields that a rule may wait for. */
export function dueFields(entidade: string, entities: MapEntities): [key: string, field: MapField][] {
  const campos = Object.hasOwn(entities, entidade) ? (entities[entidade]?.campos ?? {}) : {};
  const { prazos = [], cadaAno = [] } = ruleEntity(entidade) ?? {};
  const listed = [...prazos, ...cadaAno];
  return Object.entries(campos).filter(
    ([key, { tipo }]) => (tipo === 'DATA' || tipo === 'DATAHORA') && listed.includes(key),
  );
}

/** The fields of which a change can be told from others: those that the company added, and those of its own types. */
export function changedFields(
  { entidade, quando }: Pick<CompanyRule, 'entidade' | 'quando'>,
  entities: MapEntities,
): [key: string, field: MapField][] {
  if (quando.tipo !== 'EVENTO' || quando.evento !== 'ALTERADO') return [];
  const campos = Object.hasOwn(entities, entidade) ? (entities[entidade]?.campos ?? {}) : {};
  return Object.entries(campos).filter(([key]) => changedField(entidade, key) !== undefined);
}

/** The name that the feed has for a field of the map. */
export function changedField(entidade: string, key: string): string | undefined {
  if (key.startsWith(ADDED_FIELD)) return fieldOfColumn(key.slice(ADDED_FIELD.length));
  if (!entidade.startsWith(OWN_ENTITY) || key.startsWith('registro_')) return undefined;
  const name = fieldOfColumn(key);
  return columnName(name) === key ? name : undefined;
}

type Given = Readonly<Record<string, unknown>> & { acao: string };

function actionProblems(
  { entidade }: CompanyRule,
  action: Given,
  pointer: string,
  entities: MapEntities,
): FileProblem[] {
  const kind = actionKind(action.acao);
  if (!kind || !isDoneTo(kind, entidade))
    return [{ pointer: `${pointer}/acao`, message: 'Esta ação não se faz aqui. Escolha uma da lista.' }];
  const fields: Readonly<Record<string, TSchema>> = kind.campos.properties;
  const { acao: _, ...given } = action;
  const others = Object.keys(given).filter((key) => !Object.hasOwn(fields, key));
  return [
    ...others.map((key) => ({
      pointer: `${pointer}/${key}`,
      message: 'Esta ação não tem este campo. Retire-o.',
    })),
    ...Object.entries(fields).flatMap(([key, schema]) =>
      fieldProblems(schema, {
        ...{ value: given[key], given, pointer: `${pointer}/${key}`, entidade, entities },
        needed: kind.campos.required?.includes(key) ?? false,
      }),
    ),
  ];
}

interface Asked {
  value: unknown;
  given: Readonly<Record<string, unknown>>;
  pointer: string;
  entidade: string;
  entities: MapEntities;
  needed: boolean;
}

function fieldProblems(
  schema: TSchema,
  { value, given, pointer, entidade, entities, needed }: Asked,
): FileProblem[] {
  const when: { campo: string; valores: string[] } | undefined = schema['x-quando'];
  const meant = !when || when.valores.includes(String(given[when.campo]));
  // A person of a certain kind is needed, and one of a few choices; a sector only narrows a choice.
  const isChosen = schema.type === 'integer' || schema.anyOf !== undefined;
  const asked = needed || (when !== undefined && meant && isChosen);
  if (value === undefined || value === '')
    return asked ? [{ pointer, message: `Falta: ${schema.title}.` }] : [];
  if (!meant) return [{ pointer, message: `${schema.title} não se aplica a esta escolha. Retire-o.` }];
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (typeof value === 'number' && (value < minimum || value > maximum))
    return [{ pointer, message: `${schema.title}: escolha de ${minimum} a ${maximum}.` }];
  if (!schema['x-campos']) return [];
  return textsIn(value).flatMap(([key, text]) =>
    pathsInText(text).flatMap((path) => {
      const found = resolvePath(entities, entidade, path);
      const message = `O texto cita {{${path}}}, que não existe. Escolha um campo da lista.`;
      return found && !found.many ? [] : [{ pointer: `${pointer}${key}`, message }];
    }),
  );
}

/** The paths that the texts of a rule's actions name, with the place of each. */
export const textPaths = ({ entao }: Pick<CompanyRule, 'entao'>): { path: string; pointer: string }[] =>
  entao.flatMap((action, index) => {
    const fields: Readonly<Record<string, TSchema>> = actionKind(action.acao)?.campos.properties ?? {};
    return Object.entries(action).flatMap(([key, value]) =>
      fields[key]?.['x-campos']
        ? textsIn(value).flatMap(([within, text]) =>
            pathsInText(text).map((path) => ({ path, pointer: `/entao/${index}/${key}${within}` })),
          )
        : [],
    );
  });

export const isByTime = (quando: RuleTrigger): boolean =>
  quando.tipo === 'PRAZO' || quando.tipo === 'HORARIO';
