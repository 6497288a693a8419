import { same } from '../definitions/items.ts';
import type { FileProblem } from '../problem.ts';
import { listText } from '../text.ts';
import { campoTypes, decimalsOf, EXTRA_FIELDS, mayBecome, rangeOf, sizeOf } from './campo.ts';
import type { ExtraField, ExtraFieldsDefinition } from './extraField.ts';

/** What a changed rule requires of the values already stored in records. */
export type Narrowing =
  | { kind: 'LINHAS' }
  | { kind: 'TAMANHO' | 'ESCOLHAS' | 'CASAS' | 'MINIMO' | 'MAXIMO'; limit: number }
  | { kind: 'OPCAO'; value: string };

export interface FieldNarrowing {
  pointer: string;
  field: ExtraField;
  narrowing: Narrowing;
}

/**
 * Changes that are never allowed after publication: removing a field (its values would be orphaned) and changing to a type
 * with a different kind of values. A key never changes; a new key means one field removed and another added.
 */
export function refusedChanges(before: ExtraFieldsDefinition, after: ExtraFieldsDefinition): FileProblem[] {
  return before.campos.flatMap((old) => {
    const index = after.campos.findIndex(({ chave }) => chave === old.chave);
    const now = after.campos[index];
    if (!now)
      return [
        {
          pointer: '/campos',
          message: `O campo '${old.titulo}' (${old.chave}) já foi publicado e não pode ser retirado nem mudar de chave. Arquive-o.`,
        },
      ];
    if (now.formula && !old.formula)
      return [{ pointer: `/campos/${index}/formula`, message: filledRefusal(old) }];
    if (now.tipo === old.tipo || mayBecome(EXTRA_FIELDS, old.tipo).includes(now.tipo)) return [];
    return [{ pointer: `/campos/${index}/tipo`, message: typeRefusal(old, now) }];
  });
}

/** The formulas that give another result than before, or none before, for what is stored already. */
export const newFormulas = (
  before: readonly Pick<ExtraField, 'chave' | 'formula'>[],
  after: readonly Pick<ExtraField, 'chave' | 'formula' | 'titulo' | 'arquivado'>[],
): { pointer: string; titulo: string }[] =>
  after.flatMap(({ chave, formula, titulo, arquivado }, index) => {
    const old = before.find((field) => field.chave === chave)?.formula;
    return formula && !arquivado && !same(old, formula)
      ? [{ pointer: `/campos/${index}/formula`, titulo }]
      : [];
  });

/** What is said of them where there are records. */
export const formulaWarning = (titulo: string): string =>
  `'${titulo}' é calculado quando um registro é salvo: os que já existem recebem o resultado na próxima vez.`;

/** A published field that people have filled in does not become calculated. */
export const filledRefusal = ({ titulo }: { titulo: string }): string =>
  `O campo '${titulo}' guarda o que as pessoas preencheram, e uma fórmula o apagaria. Crie um campo novo com a fórmula e arquive este.`;

function typeRefusal(old: ExtraField, now: ExtraField): string {
  const may = listText(
    mayBecome(EXTRA_FIELDS, old.tipo).map((type) => campoTypes[type].label.toLowerCase()),
    'ou',
  );
  const instead = may ? `Só pode passar a ${may}` : 'O tipo não pode mudar';
  return `O campo '${old.titulo}' já foi publicado como ${campoTypes[old.tipo].label.toLowerCase()} e não pode passar a ${campoTypes[now.tipo].label.toLowerCase()}. ${instead}; para outro tipo, crie um campo novo e arquive este.`;
}

/** Rules that have become stricter, so that previously valid values may no longer be. */
export function narrowings(before: ExtraFieldsDefinition, after: ExtraFieldsDefinition): FieldNarrowing[] {
  return after.campos.flatMap((field, index) => {
    const old = before.campos.find(({ chave }) => chave === field.chave);
    if (!old || field.arquivado) return [];
    return ofField(old, field).map(([key, narrowing]) => ({
      pointer: `/campos/${index}/${key}`,
      field,
      narrowing,
    }));
  });
}

function ofField(old: ExtraField, now: ExtraField): [string, Narrowing][] {
  const { number, options } = campoTypes[now.tipo];
  if (options) return [...lostOptions(old, now), ...fewerChoices(old, now)];
  if (number) return tighterNumber(old, now);
  if (now.tipo === 'ARQUIVO')
    return sizeOf(now) < sizeOf(old) ? [['tamanho', { kind: 'ESCOLHAS', limit: sizeOf(now) }]] : [];
  const text = ['TEXT', 'TEXTAREA', 'EMAIL'].includes(now.tipo);
  return [
    ...(old.tipo === 'TEXTAREA' && now.tipo === 'TEXT' ? [['tipo', { kind: 'LINHAS' }] as const] : []),
    ...(text && sizeOf(now) < sizeOf(old)
      ? [[now.tamanho === undefined ? 'tipo' : 'tamanho', { kind: 'TAMANHO', limit: sizeOf(now) }] as const]
      : []),
  ].map(([key, narrowing]) => [key, narrowing]);
}

/** An option that is merely archived stays readable and blocks nothing. */
const lostOptions = (old: ExtraField, now: ExtraField): [string, Narrowing][] =>
  (old.opcoes ?? [])
    .filter(({ valor }) => !now.opcoes?.some((option) => option.valor === valor))
    .map(({ valor }) => ['opcoes', { kind: 'OPCAO', value: valor }]);

const fewerChoices = (old: ExtraField, now: ExtraField): [string, Narrowing][] =>
  now.tipo === 'MULTISELECT' &&
  old.tipo === 'MULTISELECT' &&
  now.tamanho !== undefined &&
  now.tamanho < (old.tamanho ?? Number.POSITIVE_INFINITY)
    ? [['tamanho', { kind: 'ESCOLHAS', limit: now.tamanho }]]
    : [];

function tighterNumber(old: ExtraField, now: ExtraField): [string, Narrowing][] {
  const [before, after] = [rangeOf(old), rangeOf(now)];
  const found: [string, Narrowing | false][] = [
    [
      now.minimo === undefined ? 'tamanho' : 'minimo',
      after.least > before.least && { kind: 'MINIMO', limit: after.least },
    ],
    [
      now.maximo === undefined ? 'tamanho' : 'maximo',
      after.most < before.most && { kind: 'MAXIMO', limit: after.most },
    ],
    [
      'casas',
      campoTypes[now.tipo].decimal === true &&
        campoTypes[old.tipo].decimal === true &&
        decimalsOf(now) < decimalsOf(old) && { kind: 'CASAS', limit: decimalsOf(now) },
    ],
  ];
  return found.flatMap(([key, narrowing]) => (narrowing ? [[key, narrowing]] : []));
}

/**
 * An older version that is restored keeps the fields added after it as archived: their values remain readable, and nothing
 * that was published is lost.
 */
export function restoredFields(
  now: ExtraFieldsDefinition,
  older: ExtraFieldsDefinition,
): ExtraFieldsDefinition {
  const had = new Set(older.campos.map(({ chave }) => chave));
  const since = now.campos.filter(({ chave }) => !had.has(chave));
  return {
    ...older,
    campos: [...older.campos, ...since.map((field) => ({ ...field, arquivado: true }))],
  };
}
