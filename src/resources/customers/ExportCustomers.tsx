import { type CustomerSort, customerRoutes } from '../../../contract/sac/customers.ts';
import { downloadProgress } from '../../dataProvider/downloadProgress.ts';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';
import { ExportButton } from '../../ui/lists/ExportButton.tsx';
import { typedFilters } from './typedFilters.ts';

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
              filtros: typedFilters(values),
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
