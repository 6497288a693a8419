import { invalid } from '../errors.ts';
import { plainTexts } from '../plainText.ts';

/** The query of a simple-REST list, as ra-data-simple-rest sends it: three JSON texts. */
export interface ListQuery {
  filter: Record<string, unknown>;
  range: { first: number; size: number };
  sort: { field: string; order: 'ASC' | 'DESC' };
}

const LARGEST_PAGE = 100;
const LAST_ROW = 100_000;

/** Reads and judges the three; a sort that is not in `sortable` is refused. The newest come first unless asked. */
export function readListQuery(
  query: { filter?: string; range?: string; sort?: string },
  sortable: readonly string[],
): ListQuery {
  return {
    filter: readFilter(query.filter),
    range: readRange(query.range),
    sort: readSort(query.sort, sortable),
  };
}

function readFilter(text: string | undefined): Record<string, unknown> {
  const filter = plainTexts(parsed(text ?? '{}'));
  if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) return { ...filter };
  throw invalid({ filter: 'O filtro deve ser um objeto JSON.' });
}

function readRange(text: string | undefined): ListQuery['range'] {
  const [first, last] = pairOf(parsed(text ?? `[0,${LARGEST_PAGE - 1}]`));
  const whole = Number.isInteger(first) && Number.isInteger(last);
  if (whole && Number(first) >= 0 && Number(last) >= Number(first) && Number(last) <= LAST_ROW) {
    return { first: Number(first), size: Math.min(LARGEST_PAGE, Number(last) - Number(first) + 1) };
  }
  throw invalid({ range: 'O intervalo deve ser [primeiro, último], a partir de 0.' });
}

function readSort(text: string | undefined, sortable: readonly string[]): ListQuery['sort'] {
  const [field, order] = pairOf(parsed(text ?? '["id","DESC"]'));
  const known = typeof field === 'string' && sortable.includes(field);
  if (known && (order === 'ASC' || order === 'DESC')) return { field, order };
  throw invalid({ sort: `A ordem deve ser uma destas: ${sortable.join(', ')}.` });
}

const pairOf = (value: unknown): unknown[] => (Array.isArray(value) && value.length === 2 ? value : []);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
