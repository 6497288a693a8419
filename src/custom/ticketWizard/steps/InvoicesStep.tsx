import Box from '@mui/material/Box';
import type { TicketDraft } from '../../../../contract/rules/tickets/ticketDraft.ts';
import type { Invoice } from '../../../../contract/sac/invoices.ts';
import { InvoiceFacts, InvoicePages } from '../invoices/InvoicePages.tsx';
import { useInvoiceSearch } from '../invoices/useInvoiceSearch.ts';
import { useWizard } from '../state/wizardContext.ts';
import { AddButton, Rows, StepAlert } from './StepParts.tsx';

/** 'Selecione Notas Fiscais': invoices as a whole. */
export function InvoicesStep() {
  const { change } = useWizard();
  const search = useInvoiceSearch((invoice) => {
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
  const { draft, change } = useWizard();
  const { chave, numNf } = invoice;
  const others = (notas: typeof draft.notas) => notas.filter((nota) => nota.chave !== chave);
  return (
    <li>
      <InvoiceFacts invoice={invoice} />
      <AddButton
        name={`nota ${numNf}`}
        added={draft.notas.some((nota) => nota.chave === chave)}
        onAdd={() => change((now) => withInvoice(now, invoice))}
        onRemove={() => change((now) => ({ ...now, notas: others(now.notas) }))}
      />
    </li>
  );
}

/** An invoice stands in a ticket once. */
const withInvoice = (draft: TicketDraft, { chave, numNf, dtSai, vlTot }: Invoice): TicketDraft => ({
  ...draft,
  notas: [
    ...draft.notas.filter((nota) => nota.chave !== chave),
    { chave, numNf: String(numNf), dtSai, vlTot },
  ],
});
