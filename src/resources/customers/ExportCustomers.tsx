import { type CustomerSort, customerRoutes } from '../../../contract/sac/customers.ts';
import type { FilterValues } from '../../custom/components/FilterBar/filters.ts';
import { ExportButton } from '../../custom/lists/ExportButton.tsx';
import type { CallInput } from '../../dataProvider/call.ts';
import { downloadProgress } from '../../dataProvider/downloadProgress.ts';
import { wireFilters } from '../../dataProvider/fieldFilters.ts';

interface ExportCustomersProps {
  values: FilterValues;
  sort: { field: string; order: string };
}

/** All customers that the list finds, as a file. */
export function ExportCustomers({ values, sort }: ExportCustomersProps) {
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          customerRoutes.exportFile,
          {
            body: {
              filtros: typed(values),
              formato,
              orderBy: sort.field as CustomerSort,
              direction: sort.order === 'ASC' ? 'ASC' : 'DESC',
            },
          },
          { name: `clientes.${formato}`, ...options },
        )
      }
    />
  );
}

type Filters = NonNullable<CallInput<typeof customerRoutes.exportFile>['body']['filtros']>;

/** The filters of the address, which are texts, as a body carries them. */
const typed = (values: FilterValues): Filters =>
  Object.fromEntries(
    Object.entries(wireFilters(values) as FilterValues)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (key === 'regiao' || key === 'representante') return [key, [value].flat().map(Number)];
        if (key === 'uf' || key === 'campos') return [key, [value].flat()];
        return [key, key === 'q' ? value : String(value) === 'true'];
      }),
  );
