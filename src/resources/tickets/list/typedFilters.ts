import type { TicketSelection } from '../../../../contract/sac/ticketBulk.ts';
import { wireFilters } from '../../../dataProvider/fieldFilters.ts';
import type { FilterValues } from '../../../ui/components/FilterBar/filters.ts';

const NUMBERS = new Set([
  'operador',
  'representante',
  'regiao',
  'setor',
  'filial',
  'transportadora',
  'motivo',
]);

/** The filters of the address, which are texts, as a body carries them. */
export const typedFilters = (values: FilterValues): NonNullable<TicketSelection['filtros']> =>
  Object.fromEntries(
    Object.entries(wireFilters(values) as FilterValues)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => [key, typed(key, value as string | readonly string[])]),
  );

function typed(key: string, value: string | readonly string[]) {
  if (key === 'idCli') return Number(value);
  if (key === 'arquivado') return value === 'true';
  if (NUMBERS.has(key)) return [value].flat().map(Number);
  return value;
}
