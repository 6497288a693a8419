import Button from '@mui/material/Button';
import { useCallback, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import type { FilterValues } from './useReportRun.ts';

const KEY = 'filtros';

/** The filters of the displayed result are kept in the address, so that a link or 'back' repeats it. */
export function useReportAddress() {
  const [params, setParams] = useSearchParams();
  const text = params.get(KEY);
  const requested = useMemo(() => valuesOf(text), [text]);
  const ask = useCallback(
    (values: FilterValues, options: { replace?: boolean } = {}) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set(KEY, JSON.stringify(values));
        return next;
      }, options),
    [setParams],
  );
  return { requested, ask };
}

/** An address can contain anything: only an object is accepted, and the server validates the rest. */
function valuesOf(text: string | null): FilterValues | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isRecord(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Path of a report's page with these filters, which generates it immediately. */
export const reportPath = (id: string, values: FilterValues): string =>
  `/relatorios/${id}?${filtersOf(values)}`;

/** Path of a dashboard with these common filters. */
export const dashboardPath = (id: string, values: FilterValues): string =>
  `/paineis/${id}?${filtersOf(values)}`;

const filtersOf = (values: FilterValues) => `${KEY}=${encodeURIComponent(JSON.stringify(values))}`;

export const BackToReports = () => (
  <Button variant="outlined" component={Link} to="/relatorios">
    Ver os relatórios
  </Button>
);
