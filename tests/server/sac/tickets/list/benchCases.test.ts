import { expect, it } from '@jest/globals';
import { ticketFilters } from '#contract/sac/tickets/ticketFilters.ts';
import { TICKET_SORTS } from '#contract/sac/tickets.ts';
import { casesOf } from '../../../../../bench/lists/cases.ts';
import type { SampleValues } from '../../../../../bench/lists/facts.ts';

/** Pretends that everything asked for exists in the database. */
const facts = {
  invoice: { number: 1, key: '1' },
  document: { plain: '1', masked: '1' },
  name: { own: 'a', accented: 'á', plain: 'a' },
} as unknown as SampleValues;

const queries = casesOf(facts)
  .flatMap(({ paths }) => paths)
  .filter((path) => path.startsWith('tickets?'))
  .map((path) => new URLSearchParams(path.slice('tickets?'.length)));

it('benchmark queries cover every sort in both directions, alone and with every filter', () => {
  const requested = new Set(queries.map((query) => `${query.get('orderBy')} ${query.get('direction')}`));
  const offered = TICKET_SORTS.flatMap((sort) => [`${sort} ASC`, `${sort} DESC`]);
  expect(offered.filter((each) => !requested.has(each))).toEqual([]);
});

it.each(Object.keys(ticketFilters))('benchmark queries cover the filter %s', (name) => {
  const having = queries.filter((query) => query.has(name) || query.has(`${name}[]`));
  expect(having.length).toBeGreaterThan(0);
  // A search has its own order.
  if (name === 'termo') return;
  expect(new Set(having.map((query) => query.get('orderBy')).filter(Boolean))).toEqual(new Set(TICKET_SORTS));
});
