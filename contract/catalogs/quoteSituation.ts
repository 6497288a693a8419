import type { CatalogRow } from './catalog.ts';

export type QuoteSituation = 'ABERTO' | 'PERDIDO';

/** What became of the quote that a service record is about (document 001 section 4); `id` as older clients send it. */
export const quoteSituation: readonly (CatalogRow<QuoteSituation> & { id: number })[] = [
  { id: 1, value: 'ABERTO', label: 'Em aberto', color: 'informacao', icon: 'RequestQuote' },
  { id: 2, value: 'PERDIDO', label: 'Perdido', color: 'perigo', icon: 'ThumbDown' },
];

/** By id, by id as text, or by name. */
export const quoteSituationOf = (sent: number | string | null | undefined): QuoteSituation | null =>
  quoteSituation.find(({ id, value }) => value === sent || String(id) === String(sent))?.value ?? null;
