import type { customerRoutes } from '../../../contract/sac/customers.ts';
import type { CallInput } from '../../dataProvider/call.ts';
import { wireFilters } from '../../dataProvider/fieldFilters.ts';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';

export type CustomerFilters = NonNullable<CallInput<typeof customerRoutes.exportFile>['body']['filtros']>;

const NUMBERS = ['regiao', 'representante', 'vendedor', 'classificacao'];
const LISTS = ['uf', 'campos', 'legenda'];

/** The filters of the address, which are texts, as a body carries them. */
export const typedFilters = (values: FilterValues): CustomerFilters =>
  Object.fromEntries(
    Object.entries(wireFilters(values) as FilterValues)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (NUMBERS.includes(key)) return [key, [value].flat().map(Number)];
        if (LISTS.includes(key)) return [key, [value].flat()];
        return [key, key === 'q' ? value : String(value) === 'true'];
      }),
  );
