import { inArray } from 'drizzle-orm';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import { demandedTypes, requiredCycle } from '../../../contract/rules/records/requiredCycle.ts';
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
