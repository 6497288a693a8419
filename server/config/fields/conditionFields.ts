import { sql } from 'drizzle-orm';
import type { ExtraField, FieldEntity } from '#contract/rules/fields/extraField.ts';
import { groupKindOf, sumFormatOf } from '#contract/rules/fields/summedFields.ts';
import type { Reading } from '../../context.ts';
import type { AskedField } from '../../paging/listConditions.ts';
import { readableFields } from './extraFields.ts';
import { storedText } from './fieldSums.ts';

/**
 * The extra fields that the conditions of a list may ask about: those of its columns and filters that the person may read, but for
 * texts of many lines, several choices and what identifies a person or a paper.
 */
export async function conditionFields(
  { db, user }: Reading<'db' | 'user'>,
  entity: FieldEntity,
): Promise<AskedField[]> {
  const definition = await readableFields(db, entity, user);
  return (definition?.campos ?? []).flatMap((field) => {
    const { arquivado, coluna, filtravel } = field;
    return arquivado || !(coluna || filtravel) ? [] : (askedField(entity, field) ?? []);
  });
}

function askedField(entity: FieldEntity, field: ExtraField): AskedField | null {
  const { chave, titulo, tipo, opcoes = [], fonte } = field;
  const own = { campo: `campo_${chave}`, titulo, adicional: true } as const;
  const text = sql`nullif(${storedText(entity, field)}, '')`;
  const format = sumFormatOf(tipo);
  // A value that is no number or day, from before the field became one, counts as none.
  if (format) return { ...own, tipo: format, value: sql`public.extra_number(${text})` };
  if (tipo === 'CHECKBOX')
    return { ...own, tipo: 'LOGICO', value: sql`(coalesce(${text}, 'false') = 'true')` };
  const kind = groupKindOf(tipo);
  // An instant is stored as the clock of its branch, whose day comes first.
  if (kind === 'DATA') return { ...own, tipo: 'DATA', value: sql`relatorio.dia(left(${text}, 10))` };
  if (kind !== 'VALOR') return null;
  return {
    ...own,
    tipo: 'TEXTO',
    value: text,
    ...(opcoes.length > 0 && { opcoes: opcoes.map(({ valor, rotulo }) => ({ valor, rotulo })) }),
    ...(opcoes.length === 0 && fonte && { fonte }),
  };
}
