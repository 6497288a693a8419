import { fieldsOfItem, type JudgedFields, judgedFields } from '../fields/judgedFields.ts';
import type { RecordFacts } from '../fields/recordFacts.ts';

/** Keyword of a condition: whether a field of the form is shown, or demanded. */
export const FIELD_CONDITION = 'x-quando';
/** Keyword of a form's root: what its conditions and formulas are about (judgedFields.ts), by key. */
export const JUDGED_FIELDS = 'x-campos';

export interface FieldCondition {
  campo: string;
  pergunta: 'visivel' | 'obrigatorio';
  /** The list whose item is judged; absent for a field of the form itself. */
  lista?: string;
}

/**
 * Whether a condition of a form holds. Every form asks by this one function, in the browser and on the server.
 * @param facts what is known of the record that the form belongs to
 */
export function conditionHolds(
  data: unknown,
  { campo, pergunta, lista }: FieldCondition,
  fields: JudgedFields,
  facts: RecordFacts | undefined,
): boolean {
  const values = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
  const judged = judgedFields(lista === undefined ? fields : fieldsOfItem(fields, lista), values, facts);
  return pergunta === 'visivel' ? judged.isShown(campo) : judged.isDemanded(campo);
}
