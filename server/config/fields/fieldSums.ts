import { type SQL, sql } from 'drizzle-orm';
import { byDay, byMonth } from '#contract/listSums.ts';
import type { ExtraField, FieldEntity } from '#contract/rules/fields/extraField.ts';
import { fieldText } from '#contract/rules/fields/fieldValues.ts';
import { groupKindOf, sumFormatOf } from '#contract/rules/fields/summedFields.ts';
import { formatCalendarDate, monthText } from '#contract/rules/time/calendarDate.ts';
import type { Reading } from '../../context.ts';
import { byExpression, byFlag, type Grouping, inWords, shortText } from '../../paging/groupings.ts';
import type { SummedColumn } from '../../paging/listSums.ts';
import { readableFields } from './extraFields.ts';
import { fieldEntities, keyLiteral } from './fieldEntities.ts';

/** The extra fields that are columns of a list, as far as the person may read them. */
async function columnFields(
  { db, user }: Reading<'db' | 'user'>,
  entity: FieldEntity,
): Promise<ExtraField[]> {
  const definition = await readableFields(db, entity, user);
  return (definition?.campos ?? []).filter(({ coluna, arquivado }) => coluna && !arquivado);
}

/** What a list sums of its extra fields. A text that is no number, from before a field became one, counts as none. */
export const fieldSums = async (ctx: Reading<'db' | 'user'>, entity: FieldEntity): Promise<SummedColumn[]> =>
  (await columnFields(ctx, entity)).flatMap((field) => {
    const format = sumFormatOf(field.tipo);
    if (!format) return [];
    return { id: columnId(field), format, value: sql`public.extra_number(${storedText(entity, field)})` };
  });

/** The extra fields by which a list may be grouped: all but texts of many lines, several choices and what identifies a person. */
export const fieldGroupings = async (ctx: Reading<'db' | 'user'>, entity: FieldEntity): Promise<Grouping[]> =>
  (await columnFields(ctx, entity)).flatMap((field) => {
    const id = columnId(field);
    const text = sql`nullif(${storedText(entity, field)}, '')`;
    if (field.tipo === 'CHECKBOX') return byFlag(id, sql`coalesce(${text}, 'false')`);
    if (groupKindOf(field.tipo) === 'DATA')
      return [
        {
          ...byExpression(byDay(id), sql`left(${text}, 10)`, inWords(formatCalendarDate)),
          newestFirst: true,
        },
        { ...byExpression(byMonth(id), sql`left(${text}, 7)`, inWords(monthText)), newestFirst: true },
      ];
    if (groupKindOf(field.tipo) !== 'VALOR') return [];
    return byExpression(
      id,
      shortText(text),
      inWords((value) => fieldText(field, value) || value),
    );
  });

const columnId = ({ chave }: ExtraField) => `campo:${chave}`;

/** A choice may have been stored with its name. */
export function storedText(entity: FieldEntity, { chave }: ExtraField): SQL {
  const [values, key] = [fieldEntities[entity].values, keyLiteral(chave)];
  return sql`coalesce(${values} -> ${key} ->> 'valor', ${values} ->> ${key})`;
}
