import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, Personal, Strict } from '../../route.ts';
import { formatDocument, isMissingDocument } from '../../rules/documents.ts';
import { isRecord } from '../../rules/jsonRecord.ts';
import { simpleListQuery } from '../../sharedShapes.ts';

/** The written values may be of any shape, so they are shown in full or not at all. */
const Values = Nullable(
  Personal(
    'OCULTO',
    Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true, title: 'Valores' }),
  ),
);

/** Who did what, with the values before and after. Our own addition, in the simple-REST dialect. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer({ title: 'Código', minimum: 1 }),
    quando: Instant('Quando'),
    pessoa: Nullable(Type.Object({ id: Id('Código'), nome: Type.String({ title: 'Nome' }) })),
    acao: Type.String({ title: 'Ação' }),
    entidade: Type.String({ title: 'Entidade' }),
    /** Usually a number; of a customer who was asked for by document, that. */
    registro: Personal('FRASE', Type.String({ title: 'Registro' })),
    /** Of the record, as it is called today; '' if it has none or is gone. */
    nome: Personal('FRASE', Type.String({ title: 'Nome do registro' })),
    antes: Values,
    depois: Values,
    /** Of the records that values refer to by number: 'filial/3' → 'Matriz'. */
    nomes: Values,
    /** A form that saves itself writes an entry each time; those of one person within five minutes are told as one. */
    vezes: Type.Integer({ title: 'Gravações', minimum: 1 }),
    desde: Nullable(Instant('Desde')),
    ip: Type.String({ title: 'Endereço de rede' }),
    protocolo: Type.String({ title: 'Protocolo' }),
  },
  { title: 'Registro de auditoria' },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Filters: entidade, registro, acao, pessoa (id), dtIni and dtFim (days, both inclusive). Always newest first. */
export const auditRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/config/auditoria',
    summary: 'Registros de auditoria',
    permission: 'AUDITORIA',
    query: simpleListQuery,
    response: Type.Array(AuditEntry),
  },
  get: {
    method: 'GET',
    path: '/config/auditoria/{id}',
    summary: 'Um registro de auditoria',
    permission: 'AUDITORIA',
    params: Strict({ id: Id('Código') }),
    response: AuditEntry,
  },
});

interface Change {
  before: unknown;
  after: unknown;
}

/** Several changes of one record, the oldest first, as one: each field before its first and after its last change. */
export function joinedChange(changes: readonly Change[]): Change {
  const [only, ...more] = changes;
  if (!only || more.length === 0) return only ?? { before: null, after: null };
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const change of changes) {
    const [old, present] = [fieldsOf(change.before), fieldsOf(change.after)];
    for (const [key, value] of Object.entries(old))
      if (!(key in before) && !(key in after)) before[key] = value;
    for (const key of Object.keys(old)) if (!(key in present)) delete after[key];
    Object.assign(after, present);
  }
  return { before, after };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? (value as Record<string, unknown>) : {};

/** One field of a record before and after a change. */
interface FieldDifference {
  /** Path of the field, its parts joined with dots. */
  field: string;
  /** Text of the value; `null` if there was none. */
  before: string | null;
  after: string | null;
}

/** The fields affected by a change, in the order in which they are named; unchanged fields are omitted. */
export function auditDifferences(
  before: unknown,
  after: unknown,
  names: Readonly<Record<string, unknown>> | null = null,
): FieldDifference[] {
  const [old, present] = [flat(before, names), flat(after, names)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: present.get(field) ?? null }))
    .filter((each) => each.before !== each.after);
}

type Names = Readonly<Record<string, unknown>> | null;

function flat(
  value: unknown,
  names: Names,
  path = '',
  found = new Map<string, string>(),
): Map<string, string> {
  const field = path.slice(path.lastIndexOf('.') + 1);
  const text = (one: unknown) => namedText(one, names?.[`${field}/${one}`]);
  if (value === null || value === undefined) return found;
  if (typeof value !== 'object') return found.set(path || 'valor', text(value));
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return found.set(path || 'valor', value.map(text).join(', '));
  for (const [key, child] of Object.entries(value)) flat(child, names, path ? `${path}.${key}` : key, found);
  return found;
}

/** 'Matriz (3)': what a number refers to, and the number, which stays the truth when names change. */
const namedText = (value: unknown, name: unknown): string =>
  typeof name === 'string' && name !== '' ? `${name} (${textOf(value)})` : textOf(value);

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (value === null) return '';
  const text = String(value);
  return isMissingDocument(text) ? formatDocument(text) : text;
}
