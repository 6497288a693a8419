import { type ListControllerResult, type RaRecord, useNotify } from 'ra-core';
import { useCallback, useEffect, useMemo } from 'react';
import { labelWord } from '#contract/words/words.ts';
import { CallFailure } from '#data/http.ts';
import { GROUPED_BY, resources, unknownFilters } from '#data/resources.ts';
import { type FilterValues, textsOf } from '../components/FilterBar/filters.ts';
import { useStableCallback } from '../components/useStableCallback.ts';

/**
 * Removes filters from the address that the list does not have, or whose value the server refuses, and notifies the person:
 * they would otherwise be remembered with the others and prevent the list from ever being shown.
 */
export function useDropInvalidFilters<Row extends RaRecord>(list: ListControllerResult<Row>): void {
  const { resource, filterValues, error } = list;
  const notify = useNotify();
  const drop = useStableCallback((problems: readonly FilterProblem[]) => {
    const bad = new Set(problems.map(({ name }) => name));
    const rest = Object.fromEntries(Object.entries(list.filterValues).filter(([name]) => !bad.has(name)));
    list.setFilters(rest);
    notify(wordsOf(problems), { type: 'warning' });
  });
  const refused = error instanceof CallFailure && error.status === 422 ? error : null;
  useEffect(() => {
    let isGone = false;
    filterProblems(resource, filterValues, refused).then(
      (problems) => !isGone && problems.length > 0 && drop(problems),
      // A list whose contract cannot be loaded reports that itself.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [resource, filterValues, refused, drop]);
}

/**
 * The list's filters in the bar's format; `onChange` is called on each change, so that the selection can be cleared. What the list
 * is grouped by is no filter, and stays until it is named: `setValues({ ...values, [GROUPED_BY]: '' })`.
 */
export function useFilterValues<Row extends RaRecord>(
  list: ListControllerResult<Row>,
  onChange?: () => void,
): { values: FilterValues; setValues: SetFilters } {
  useDropInvalidFilters(list);
  const { filterValues, setFilters } = list;
  const { [GROUPED_BY]: groupedBy } = filterValues;
  const values = useMemo(() => {
    const { [GROUPED_BY]: _, ...filters } = textsOf(filterValues);
    return filters as FilterValues;
  }, [filterValues]);
  const setValues = useCallback(
    ({ [GROUPED_BY]: by = groupedBy, ...next }: FilterValues, named?: string) => {
      // The tab that is shown, pressed again, changes no row.
      if (!named || `${filterValues[named]}` !== `${next[named]}`) onChange?.();
      setFilters(by?.length ? { ...next, [GROUPED_BY]: String(by) } : next, named);
    },
    [setFilters, onChange, groupedBy, filterValues],
  );
  return { values, setValues };
}

/** Sets the filters; a tab also names its own, which counts even if it is the one that is shown. */
export type SetFilters = (next: FilterValues, named?: string) => void;

interface FilterProblem {
  name: string;
  /** What the filter is called, and what the server says of its value; without it, the list has no such filter. */
  refused?: { label: string; reason: string };
}

function wordsOf(problems: readonly FilterProblem[]): string {
  const unknown = problems.filter(({ refused }) => !refused).map(({ name }) => `"${name}"`);
  const sentences = problems.flatMap(({ refused }) =>
    refused ? [`${refused.label}: ${asSentence(refused.reason)} O filtro foi tirado.`] : [],
  );
  if (unknown.length === 1)
    sentences.unshift(`O filtro ${unknown[0]} do endereço não existe nesta lista e foi tirado.`);
  if (unknown.length > 1)
    sentences.unshift(
      `Os filtros ${unknown.join(', ')} do endereço não existem nesta lista e foram tirados.`,
    );
  return sentences.join(' ');
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The filters that a list does not support, and those whose value the server refused. */
async function filterProblems(
  resource: string,
  values: object,
  refused: CallFailure | null,
): Promise<FilterProblem[]> {
  const names = Object.keys(values);
  const given = resources[resource];
  const routes = typeof given === 'function' ? await given() : given;
  const unknown = routes ? unknownFilters(routes.list, values) : [];
  const fields = Object.entries(refused?.fields ?? {});
  // Lists that take their filters as one string name the invalid one in the error message.
  const sentence = refused?.fields.filter ?? refused?.fields.filtro ?? '';
  return names.flatMap((name): FilterProblem[] => {
    if (unknown.includes(name) || sentence.includes(`"${name}"`)) return [{ name }];
    const [, reason] = fields.find(([field]) => field === name || field.startsWith(`${name}.`)) ?? [];
    if (!reason) return [];
    const title = routes?.list.query?.properties[name]?.title;
    return [{ name, refused: { label: title ? labelWord(title) : `"${name}"`, reason } }];
  });
}
