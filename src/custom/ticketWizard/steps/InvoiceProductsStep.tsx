import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Invoice } from '../../../../contract/sac/invoices.ts';
import { InvoicePages } from '../invoices/InvoicePages.tsx';
import { InvoiceRows } from '../invoices/InvoiceRows.ts';
import { ItemProblems } from '../invoices/ItemProblems.tsx';
import { UnfoldingInvoice } from '../invoices/UnfoldingInvoice.tsx';
import { useInvoiceSearch } from '../invoices/useInvoiceSearch.ts';

/** 'Selecione Produtos ou Notas Fiscais': invoices that unfold into their products. */
export function InvoiceProductsStep() {
  /** Read by their keys, in that order: they stay in sight whatever is searched for next. */
  const [called, setCalled] = useState<readonly Invoice[]>([]);
  const search = useInvoiceSearch((invoice) => {
    setCalled((before) => [...before.filter(({ chave }) => chave !== invoice.chave), invoice]);
    unfold(invoice.chave, true);
    return null;
  });
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
            {withCalled(called, invoices).map((invoice) => (
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

const withCalled = (called: readonly Invoice[], found: readonly Invoice[]): Invoice[] => [
  ...called,
  ...found.filter(({ chave }) => !called.some((invoice) => invoice.chave === chave)),
];
