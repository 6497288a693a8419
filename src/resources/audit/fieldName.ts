import type { TSchema } from '@sinclair/typebox';
import { ItemChange, QuoteChange, quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { AuditEntry } from '#contract/config/people/audit.ts';
import { titleOf } from '#contract/field.ts';
import { labelWord } from '#contract/words/words.ts';

/** Quotes and orders are logged as they were sent; the others say their fields in words already. */
const FIELDS: Readonly<Record<string, TSchema>> = {
  ...ItemChange.properties,
  ...QuoteChange.properties,
  ...quoteEditingRoutes.create.body.properties,
};

const wordOf = (key: string): string => {
  const schema = FIELDS[key];
  return (schema && labelWord(titleOf(schema) ?? key)) ?? key;
};

/** 'Observação do pedido' for `obsPedido`, 'Mudanças de itens 2: Quantidade' for `itens.1.qtde`. */
export function fieldName({ entidade }: Pick<AuditEntry, 'entidade'>, path: string): string {
  if (entidade !== 'orders') return labelWord(path);
  return path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? ` ${Number(part) + 1}: ` : wordOf(part)))
    .join('');
}
