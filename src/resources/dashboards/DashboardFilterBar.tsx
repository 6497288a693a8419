import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router-dom';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { PERIODS, type Period } from '#contract/sac/reports/dashboards.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import type { Narrowing } from './DashboardFigures.tsx';

/** Filters by period, branch and type. */
export function DashboardFilterBar({ dias, filial, tipo, set }: DashboardFilters) {
  const { data: known, isLoading } = useRoute(lookupRoutes.branches, {});
  const branches = known ?? [];
  const types = useRoute(ticketCatalogRoutes.types, {}).data ?? [];
  return (
    <Box role="group" aria-label="Filtros" data-in-order sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Choice
        label="Período"
        value={`${dias}`}
        onChange={(value) => set('dias', value)}
        options={PERIODS.map((days) => [`${days}`, `Últimos ${days} dias`])}
      />
      {isLoading && <Undecided />}
      {branches.length > 1 && (
        <Choice
          label="Filial"
          value={filial}
          onChange={(value) => set('filial', value)}
          options={[
            ['', 'Todas as filiais'],
            ...branches.map(({ idFil, fant, razSoc }): [string, string] => [`${idFil}`, fant || razSoc]),
          ]}
        />
      )}
      <Choice
        label="Tipo"
        value={tipo}
        onChange={(value) => set('tipo', value)}
        options={[['', 'Todos os tipos'], ...types.map(({ chave, desc }): [string, string] => [chave, desc])]}
      />
    </Box>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
}

/** A value in the address that is not among the options is shown as the first option, which means all. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const offeredValue = options.some(([each]) => each === value) ? value : (options[0]?.[0] ?? '');
  return (
    <ChoiceField
      size="small"
      value={offeredValue}
      onChange={onChange}
      aria-label={label}
      sx={{ width: { xs: '100%', sm: 200 } }}
      choices={options.map(([each, text]) => ({ value: each, label: text }))}
    />
  );
}

interface DashboardFilters {
  dias: Period;
  filial: string;
  tipo: string;
  narrowing: Narrowing;
  query: { dias: Period; filial?: number[]; tipo?: string[] };
  set: (key: 'dias' | 'filial' | 'tipo', value: string) => void;
}

/** Period, branch and type are kept in the address, so that the page can be shared as a link. */
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
