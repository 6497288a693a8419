import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import type { Input } from '#contract/route.ts';
import { extendsTitles, NOTHING_TO_EXTEND } from '#contract/rules/steps/extensions.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type Invoice, invoiceRoutes } from '#contract/sac/invoices.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useDebounced } from '#ui/components/timed.ts';
import type { EntryAnswer } from '#ui/entry/entryQueue.ts';
import { type RequestedText, useEntryQueue } from '#ui/entry/useEntryQueue.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import { InvoiceFacts, InvoicePages } from './InvoicePages.tsx';
import { AddButton, Rows, StepAlert } from './StepParts.tsx';

/** 'Selecione Notas Fiscais': chooses whole invoices. */
export function InvoicesStep() {
  const { change, type } = useItems();
  const search = useInvoiceSearch((invoice) => {
    if (hasNothingToExtend(invoice, type)) return NOTHING_TO_EXTEND;
    change((now) => withInvoice(now, invoice));
    return null;
  });
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <StepAlert field="notas" />
      <InvoicePages search={search}>
        {(invoices) => (
          <Rows aria-label="Notas fiscais">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </Rows>
        )}
      </InvoicePages>
    </Box>
  );
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { draft, change, type } = useItems();
  const { chave, numNf } = invoice;
  const added = draft.notas.some((nota) => nota.chave === chave);
  const others = (notas: typeof draft.notas) => notas.filter((nota) => nota.chave !== chave);
  return (
    <li>
      <InvoiceFacts invoice={invoice} />
      {!added && hasNothingToExtend(invoice, type) ? (
        <SecondaryText>Sem título em aberto</SecondaryText>
      ) : (
        <AddButton
          name={`nota ${numNf}`}
          added={added}
          onAdd={() => change((now) => withInvoice(now, invoice))}
          onRemove={() => change((now) => ({ ...now, notas: others(now.notas) }))}
        />
      )}
    </li>
  );
}

/** The server says which titles are open if the type asks for an extension. */
const hasNothingToExtend = ({ titulos }: Invoice, type: MenuTicketType | null) =>
  extendsTitles(type) && titulos?.length === 0;

/** Adds an invoice, at most once per ticket. */
const withInvoice = (draft: TicketDraft, { chave, numNf, dtSai, vlTot }: Invoice): TicketDraft => ({
  ...draft,
  notas: [
    ...draft.notas.filter((nota) => nota.chave !== chave),
    { chave, numNf: String(numNf), dtSai, vlTot },
  ],
});

const PER_PAGE = 10;

const PAUSE_MS = 400;

interface InvoiceFilters {
  numero: string;
  from: CalendarDate | null;
  to: CalendarDate | null;
  product: AsyncOption | null;
}

/**
 * Searches invoices of the chosen customer and branch within the return window (document 000, section 9). Enter in the number
 * field acts on the one invoice with that number.
 */
export function useInvoiceSearch(onInvoice: (invoice: Invoice) => string | null) {
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
  const queryOf = (number: string, more: { page: number; take: number }) => ({
    ...more,
    withTitulos: type?.usa_prorrogacao ?? 0,
    ...(number && { numero: number }),
    ...(filters.from && { dtInicial: filters.from }),
    ...(filters.to && { dtFinal: filters.to }),
    ...(filters.product && { idProd: Number(filters.product.value) }),
    ...(type && { tipoTicket: type.chave }),
  });
  const params = { idCli: cliente?.id ?? 0, idFil: filial?.idFil ?? 0 };
  const entry = useEntryQueue<RequestedText, Invoice>({
    ask: ({ text }) => theInvoice(params, queryOf(text.trim(), { page: 1, take: 2 })),
    act: onInvoice,
  });
  const invoices = useRoute(
    invoiceRoutes.list,
    {
      params,
      query: queryOf(numero, { page, take: PER_PAGE }),
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
      entry,
      enter: () => {
        searchNow();
        if (filters.numero.trim()) entry.enter({ text: filters.numero.trim() });
      },
      setPage,
      oldest,
      today,
      invoices,
      perPage: PER_PAGE,
      ready: cliente !== null && filial !== null,
    }),
    [filters, searchNow, entry, oldest, today, invoices, cliente, filial],
  );
}

type Params = Input<typeof invoiceRoutes.list>['params'];

type Query = Input<typeof invoiceRoutes.list>['query'];

async function theInvoice(params: Params, query: Query): Promise<EntryAnswer<Invoice>> {
  const { itens } = await call(invoiceRoutes.list, { params, query });
  const [first, second] = itens;
  if (!first) return { nothing: 'Nenhuma Nota Fiscal encontrada.' };
  if (second) return { nothing: 'Mais de uma nota com este número: escolha na lista.' };
  return { found: first };
}

export type InvoiceSearch = ReturnType<typeof useInvoiceSearch>;
