import { inArray } from 'drizzle-orm';
import { type CustomField, type CustomTypeDefinition, inUse } from '#contract/records/customType.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import type { Executor } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';

/**
 * Refuses references that demand each other in a circle of types without any record: of none of them a first record could be
 * made. `types` contains the custom types by key, with the definition itself.
 */
export async function requiredCycles(
  db: Executor,
  { chave, campos }: CustomTypeDefinition,
  types: ReadonlyMap<string, CustomTypeDefinition>,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const [first, index] of demandedTypes(campos)) {
    const cycle = requiredCycle(chave, first, (key) => types.get(key)?.campos);
    if (!cycle || (await hasRecords(db, cycle))) continue;
    found.push({
      pointer: `/campos/${index}/obrigatorio`,
      message: sentence(cycle, types),
      severity: 'ERRO',
    });
  }
  return found;
}

async function hasRecords(db: Executor, keys: readonly string[]): Promise<boolean> {
  const rows = await db
    .select({ id: records.id })
    .from(records)
    .where(inArray(records.type, [...keys]))
    .limit(1);
  return rows.length > 0;
}

function sentence(cycle: readonly string[], types: ReadonlyMap<string, CustomTypeDefinition>): string {
  const named = (key: string) => `o cadastro "${types.get(key)?.titulo.muitos ?? key}"`;
  return cycle.length === 1
    ? 'Nenhum registro poderia ser criado: para o primeiro já seria preciso haver outro. Deixe este campo opcional.'
    : `Nenhum registro poderia ser criado: este campo exige ${cycle.map(named).join(', que exige ')}. Deixe um destes campos opcional.`;
}

/** What a new record of a type cannot do without: a record of each of these types, with the index of the field that says so. */
export function demandedTypes(fields: readonly CustomField[]): ReadonlyMap<string, number> {
  const demanded = new Map<string, number>();
  for (const [index, field] of fields.entries())
    for (const key of demandedBy(field)) if (!demanded.has(key)) demanded.set(key, index);
  return demanded;
}

/** A list without items counts as no value, so one that must be given needs what its items need. */
function demandedBy(field: CustomField): string[] {
  if (field.arquivado || !field.obrigatorio) return [];
  return [
    ...(field.referencia ? [field.referencia] : []),
    ...inUse(field.campos).flatMap((inner) => demandedBy(inner)),
  ];
}

/**
 * The shortest path by which a type demands itself, through `first`: the types in between and the type itself at the end. `null`
 * if there is none.
 */
export function requiredCycle(
  key: string,
  first: string,
  fieldsOf: (key: string) => readonly CustomField[] | undefined,
): string[] | null {
  const paths: string[][] = [[first]];
  const seen = new Set<string>([first]);
  for (const path of paths) {
    const last = path.at(-1) ?? '';
    if (last === key) return path;
    for (const next of demandedTypes(fieldsOf(last) ?? []).keys()) {
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}
