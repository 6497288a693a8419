import type { ValidateFunction } from 'ajv';
import { codeLines } from '../../contract/records/externalCodes.ts';
import { recordSchema } from '../../contract/records/fieldSchema.ts';
import { type AnyRecordType, EXTERNAL_CODES } from '../../contract/records/recordType.ts';
import { errorTexts, type FormFinding } from '../../contract/rules/forms/formMessages.ts';
import { formAjv, ROOT } from '../config/forms/formAjv.ts';
import type { PendingRow } from './pendingRow.ts';
import { itemKey } from './writeItems.ts';

/** The judge of each type, compiled once: the schema is the console's own, and bounded. */
const judges = new WeakMap<AnyRecordType, ValidateFunction>();

function judgeOf(type: AnyRecordType): ValidateFunction {
  const known = judges.get(type);
  if (known) return known;
  const judge = formAjv(recordSchema(type)).getSchema(ROOT);
  if (!judge) throw new Error(`the schema of ${type.chave} does not compile`);
  judges.set(type, judge);
  return judge;
}

/**
 * Judges a row as it will stand, by the schema that its form has. Of a record that stands only what the row changes is
 * refused: what was kept before a rule came does not keep a price from being corrected.
 */
export function judgeRow(type: AnyRecordType, row: PendingRow, changed: ReadonlySet<string>): void {
  refuseRepeated(type, row, changed);
  const judge = judgeOf(type);
  const codes = row.after[EXTERNAL_CODES];
  const data = { ...row.after, ...(codes !== undefined && { [EXTERNAL_CODES]: codeLines(codes) }) };
  if (judge(data)) return;
  const texts = errorTexts(recordSchema(type), (judge.errors ?? []) as FormFinding[]);
  for (const [pointer, text] of Object.entries(texts)) {
    const path = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
    const field = path.split('/')[0] ?? '';
    if (row.before === null || changed.has(field) || field === '') row.refuse(path, text);
  }
}

/** An item of a list is known by its key: two of the same would be one. */
function refuseRepeated(type: AnyRecordType, row: PendingRow, changed: ReadonlySet<string>) {
  for (const [key, field] of Object.entries(type.campos)) {
    const items = row.given[key];
    if (!field.codigo || !Array.isArray(items) || !changed.has(key)) continue;
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const own = itemKey(field, item ?? {});
      if (seen.has(own))
        row.refuse(`${key}/${index}/${field.codigo[0]}`, 'Repete um item que já está na lista.');
      seen.add(own);
    }
  }
}
