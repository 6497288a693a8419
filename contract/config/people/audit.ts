import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, Nullable, Personal, Strict } from '../../route.ts';
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
    antes: Values,
    depois: Values,
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

/** One field of a record before and after a change. */
interface FieldDifference {
  /** Path of the field, its parts joined with dots. */
  field: string;
  /** Text of the value; `null` if there was none. */
  before: string | null;
  after: string | null;
}

/** The fields affected by a change, in the order in which they are named; unchanged fields are omitted. */
export function auditDifferences(before: unknown, after: unknown): FieldDifference[] {
  const [old, present] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: present.get(field) ?? null }))
    .filter((each) => each.before !== each.after);
}

function flat(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return found;
  if (typeof value !== 'object') return found.set(path || 'valor', textOf(value));
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return found.set(path || 'valor', value.map(textOf).join(', '));
  for (const [key, child] of Object.entries(value)) flat(child, path ? `${path}.${key}` : key, found);
  return found;
}

const textOf = (value: unknown): string =>
  value === true ? 'sim' : value === false ? 'não' : value === null ? '' : String(value);
