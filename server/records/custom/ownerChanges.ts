import { and, eq, isNotNull, sql } from 'drizzle-orm';
import {
  branchField,
  type CustomTypeDefinition,
  customerField,
  ticketField,
} from '../../../contract/records/customType.ts';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import type { Executor } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';
import { fieldText } from './derived.ts';
import { countedRecords, countText } from './narrowedRecords.ts';

const OWNERS = [
  { fieldOf: customerField, of: 'o cliente', without: 'um cliente' },
  { fieldOf: branchField, of: 'a filial', without: 'uma filial' },
  { fieldOf: ticketField, of: 'o ticket', without: 'um ticket' },
] as const;

/**
 * A definition that moves or archives the first reference to a customer or a branch changes who sees the records: told
 * with how many change hands, and refused where records that belong to somebody would belong to nobody.
 */
export async function ownerChanges(
  db: Executor,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const { fieldOf, of, without } of OWNERS) {
    const [old, now] = [fieldOf(before.campos), fieldOf(after.campos)];
    if (old === now) continue;
    const held = old === undefined ? sql`null` : fieldText(old);
    const index = after.campos.findIndex(({ chave }) => chave === (now ?? old));
    const pointer = index < 0 ? '/campos' : `/campos/${index}`;
    const ofType = eq(records.type, after.chave);
    if (now === undefined) {
      const total = await countedRecords(db, and(ofType, isNotNull(held)));
      if (total > 0)
        found.push({
          pointer,
          message: `${countText(total, 'registro é visto', 'registros são vistos')} só por quem vê ${of} daqui. Sem ${without}, todos os veriam: deixe um campo que o diga.`,
          severity: 'ERRO',
        });
      continue;
    }
    const total = await countedRecords(db, and(ofType, sql`${held} is distinct from ${fieldText(now)}`));
    if (total > 0)
      found.push({
        pointer,
        message: `Quem vê um registro passa a seguir '${after.campos[index]?.titulo ?? now}': muda em ${countText(total, 'registro', 'registros').replace('Mais', 'mais')}.`,
        severity: 'AVISO',
      });
  }
  return found;
}
