import type { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { CallInput } from '../../dataProvider/call.ts';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';

type Filters = NonNullable<CallInput<typeof quoteRoutes.exportFile>['body']['filtros']>;

const NUMBERS = ['filial', 'idColab'];
const LISTS = ['st', 'link', 'canal'];

/** The filters of the address, which are texts, as a body carries them. */
export const typedFilters = (values: FilterValues): Filters =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (NUMBERS.includes(key)) return [key, [value].flat().map(Number)];
        if (LISTS.includes(key)) return [key, [value].flat()];
        return [key, key === 'idCli' ? Number(value) : value];
      }),
  );
