import { and, inArray, sql } from 'drizzle-orm';
import { AUDITED_REFERENCES } from '#contract/catalogs/auditNames.ts';
import type { AuditEntry } from '#contract/config/people/audit.ts';
import type { Context } from '#server/context.ts';
import { mappedTypes, targetOf } from '#server/records/registry.ts';

/** The type of the records of an entity, for those that a type describes. */
const TYPE_OF_ENTITY: ReadonlyMap<string, string> = new Map([
  ...Object.entries(mappedTypes).map(([key, { mapping }]) => [mapping.entity, key] as const),
  ['people', 'pessoas'] as const,
]);

const MAX_ID = 2_147_483_647;
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_ID;

/** Adds the names of the records, and of those that the values refer to, as far as the person may see these. */
export async function withNames(
  ctx: Context,
  entries: readonly Omit<AuditEntry, 'nome' | 'nomes'>[],
): Promise<AuditEntry[]> {
  const wanted = new Map<string, Set<number>>();
  const want = (type: string | undefined, id: unknown) => {
    if (type && isNumber(id)) wanted.set(type, (wanted.get(type) ?? new Set()).add(id));
  };
  for (const entry of entries) {
    want(TYPE_OF_ENTITY.get(entry.entidade), Number(entry.registro));
    for (const { type, id } of referencesIn(entry)) want(type, id);
  }
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [type, ids] of wanted) names.set(type, await namesOf(ctx, type, [...ids]));
  return entries.map((entry) => ({
    ...entry,
    nome: names.get(TYPE_OF_ENTITY.get(entry.entidade) ?? '')?.get(Number(entry.registro)) ?? '',
    nomes: Object.fromEntries(
      referencesIn(entry).flatMap(({ field, type, id }) => {
        const name = names.get(type)?.get(id);
        return name ? [[`${field}/${id}`, name]] : [];
      }),
    ),
  }));
}

interface Reference {
  /** The last part of the value's path. */
  field: string;
  type: string;
  id: number;
}

function referencesIn({ antes, depois }: Pick<AuditEntry, 'antes' | 'depois'>): Reference[] {
  const found: Reference[] = [];
  const look = (field: string, value: unknown) => {
    const type = AUDITED_REFERENCES[field];
    if (type && isNumber(value)) found.push({ field, type, id: value });
    else if (Array.isArray(value)) for (const each of value) look(field, each);
    else if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) look(key, child);
  };
  look('', antes);
  look('', depois);
  return found;
}

/** Names that are personal data themselves are left to the pages that mask them. */
async function namesOf(
  { db, user }: Context,
  type: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const target = targetIn(type);
  if (!target || target.nameKind !== null) return new Map();
  const rows = await db
    .select({ id: sql<number>`${target.id}`, name: sql<string>`${target.name}::text` })
    .from(target.table)
    .where(and(inArray(target.id, [...ids]), target.scope?.(user)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Types without a single key of their own cannot be referred to, and have no name either. */
function targetIn(type: string) {
  try {
    return targetOf(type);
  } catch {
    return null;
  }
}
