import { useSearchParams } from 'react-router-dom';
import { PERIODS, type Period } from '../../../contract/sac/dashboards.ts';
import type { Narrowing } from './dashboardLinks.ts';

export interface DashboardFilters {
  dias: Period;
  filial: string;
  tipo: string;
  narrowing: Narrowing;
  query: { dias: Period; filial?: number[]; tipo?: string[] };
  set: (key: 'dias' | 'filial' | 'tipo', value: string) => void;
}

/** Period, branch and type stand in the address: what one sees can be sent to somebody. */
export function useDashboardFilters(): DashboardFilters {
  const [params, setParams] = useSearchParams();
  const dias = PERIODS.find((days) => `${days}` === params.get('dias')) ?? 30;
  const branch = params.get('filial') ?? '';
  const filial = /^\d{1,9}$/.test(branch) ? branch : '';
  const tipo = params.get('tipo') ?? '';
  return {
    dias,
    filial,
    tipo,
    narrowing: { ...(filial && { filial: [filial] }), ...(tipo && { tipo: [tipo] }) },
    query: { dias, ...(filial && { filial: [Number(filial)] }), ...(tipo && { tipo: [tipo] }) },
    set: (key, value) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value) next.set(key, value);
          else next.delete(key);
          return next;
        },
        { replace: true },
      ),
  };
}
