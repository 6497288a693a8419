import { useMemo, useState } from 'react';
import { addDays, type CalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { invoiceRoutes } from '../../../../contract/sac/invoices.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import type { AsyncOption } from '../../components/inputs/AsyncAutocomplete.tsx';
import { useItems } from '../state/itemsContext.ts';
import { useDebounced } from '../steps/useDebounced.ts';

const PER_PAGE = 10;
const PAUSE_MS = 400;

export interface InvoiceFilters {
  numero: string;
  from: CalendarDate | null;
  to: CalendarDate | null;
  product: AsyncOption | null;
}

/** Invoices of the chosen customer and branch, inside the return window (document 000, section 9). */
export function useInvoiceSearch() {
  const { draft, type, today, limits } = useItems();
  const oldest = addDays(today, -limits.oldestDays);
  const [filters, setFilters] = useState<InvoiceFilters>({
    numero: '',
    from: addDays(today, -limits.initialDays),
    to: today,
    product: null,
  });
  const [page, setPage] = useState(1);
  const [numero, searchNow] = useDebounced(filters.numero.trim(), PAUSE_MS);
  const { cliente, filial } = draft;
  const invoices = useRoute(
    invoiceRoutes.list,
    {
      params: { idCli: cliente?.id ?? 0, idFil: filial?.idFil ?? 0 },
      query: {
        page,
        take: PER_PAGE,
        withTitulos: type?.usa_prorrogacao ?? 0,
        ...(numero && { numero }),
        ...(filters.from && { dtInicial: filters.from }),
        ...(filters.to && { dtFinal: filters.to }),
        ...(filters.product && { idProd: Number(filters.product.value) }),
        ...(type && { tipoTicket: type.chave }),
      },
    },
    { enabled: cliente !== null && filial !== null, placeholderData: (before) => before },
  );
  return useMemo(
    () => ({
      filters,
      change: (part: Partial<InvoiceFilters>) => {
        setFilters((before) => ({ ...before, ...part }));
        setPage(1);
      },
      searchNow,
      setPage,
      oldest,
      today,
      invoices,
      perPage: PER_PAGE,
      ready: cliente !== null && filial !== null,
    }),
    [filters, searchNow, oldest, today, invoices, cliente, filial],
  );
}

export type InvoiceSearch = ReturnType<typeof useInvoiceSearch>;
