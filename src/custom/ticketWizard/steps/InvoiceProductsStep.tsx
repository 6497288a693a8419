import Box from '@mui/material/Box';
import { useState } from 'react';
import { InvoicePages } from '../invoices/InvoicePages.tsx';
import { InvoiceRows } from '../invoices/InvoiceRows.ts';
import { ItemProblems } from '../invoices/ItemProblems.tsx';
import { UnfoldingInvoice } from '../invoices/UnfoldingInvoice.tsx';
import { useInvoiceSearch } from '../invoices/useInvoiceSearch.ts';

/** 'Selecione Produtos ou Notas Fiscais': invoices that unfold into their products. */
export function InvoiceProductsStep() {
  const search = useInvoiceSearch();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const unfold = (key: string, open: boolean) =>
    setUnfolded((before) => new Set(open ? [...before, key] : [...before].filter((other) => other !== key)));
  const showInvoice = (key: string, numNF: string) => {
    search.change({ numero: numNF, from: search.oldest, to: search.today, product: null });
    unfold(key, true);
  };
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <ItemProblems onShow={showInvoice} />
      <InvoicePages search={search}>
        {(invoices) => (
          <InvoiceRows aria-label="Notas fiscais">
            {invoices.map((invoice) => (
              <UnfoldingInvoice
                key={invoice.chave}
                invoice={invoice}
                open={unfolded.has(invoice.chave)}
                onUnfold={(open) => unfold(invoice.chave, open)}
              />
            ))}
          </InvoiceRows>
        )}
      </InvoicePages>
    </Box>
  );
}
