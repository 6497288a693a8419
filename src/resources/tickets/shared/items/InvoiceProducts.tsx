import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { foldedText } from '#contract/rules/text.ts';
import { type Invoice, type InvoiceProduct, invoiceRoutes } from '#contract/sac/invoices.ts';
import { useRoute } from '#data/useRoute.ts';
import { PaperWarnings } from '#src/resources/invoicePapers/shared/InvoicePapers.tsx';
import { useDebounced } from '#ui/components/timed.ts';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import {
  addAll,
  addedAllText,
  addedItem,
  type InvoiceLine,
  keyOf,
  type LineAnswers,
  proposedReason,
  removeAll,
} from '../draft/itemTransitions.ts';
import { ProductLine } from './ProductLine.tsx';
import { ReasonField } from './ReasonField.tsx';
import { SearchBox } from './StepParts.tsx';

/** Debounce of document 000, section 9. */
const PAUSE_MS = 300;

/** The reason for products that have none, chosen once for all invoices. */
export interface ReasonForAll {
  reason: LineAnswers['motivo'];
  choose: (reason: LineAnswers['motivo']) => void;
}

/** The products of an expanded invoice. */
export function InvoiceProducts({ invoice, forAll }: { invoice: Invoice; forAll: ReasonForAll }) {
  const { type } = useItems();
  const answer = useRoute(invoiceRoutes.products, {
    params: { numNf: invoice.chave },
    query: type ? { tipoTicket: type.chave } : {},
  });
  return (
    <Answered
      answer={answer}
      skeleton={
        <Box sx={{ p: 3 }}>
          <ListSkeleton rows={3} />
        </Box>
      }
    >
      {(products) =>
        products.length === 0 ? (
          <EmptyState title="Nenhum item encontrado" />
        ) : (
          <Products invoice={invoice} products={products} forAll={forAll} />
        )
      }
    </Answered>
  );
}

interface ProductsProps {
  invoice: Invoice;
  products: readonly InvoiceProduct[];
  forAll: ReasonForAll;
}

function Products({ invoice, products, forAll }: ProductsProps) {
  const [text, setText] = useState('');
  const [filter] = useDebounced(text.trim(), PAUSE_MS);
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({});
  const shown = products.filter((product) => fitsText(product, filter));
  return (
    <Box sx={{ display: 'grid', gap: 3, p: 3 }}>
      <PaperWarnings invoiceKeys={[invoice.chave]} />
      {products.length > 5 && (
        <SearchBox
          label="Filtrar produtos"
          placeholder="Digite Código ou Descrição"
          value={text}
          onChange={setText}
        />
      )}
      <ForAll invoice={invoice} products={products} forAll={forAll} onRefused={setRefused} />
      {shown.length === 0 && <EmptyState title={`Não encontrado ${filter}`} />}
      <Box
        component="ul"
        aria-label={`Produtos da nota ${invoice.numNf}`}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          maxHeight: 400,
          overflow: 'auto',
        }}
      >
        {products.map((product) => (
          <ProductLine
            key={product.produto_id}
            line={{ invoice, product }}
            hidden={!shown.includes(product)}
            refused={refused[product.produto_id]}
          />
        ))}
      </Box>
    </Box>
  );
}

interface ForAllProps extends ProductsProps {
  onRefused: (texts: Record<number, string>) => void;
}

/** 'Adicionar Todos' and 'Remover Todos', with a reason for products that have none. */
function ForAll({ invoice, products, forAll, onRefused }: ForAllProps) {
  const { draft, type, limits, change } = useItems();
  const notify = useNotify();
  const reasons = type?.motivosProdutos ?? [];
  const reason = forAll.reason ?? proposedReason(draft, reasons);
  const lines = products.map((product) => ({ invoice, product }));
  const available = lines.filter(({ product }) => !product.indisponivel);
  const isAdded = (line: InvoiceLine) => addedItem(draft, keyOf(line)) !== undefined;

  const add = () => {
    const result = addAll(draft, lines, { reasons, maxItems: limits.maxItems }, reason);
    change(() => result.draft);
    onRefused(
      Object.fromEntries(
        result.refused.map(({ line, messages }) => [line.product.produto_id, messages[0] ?? '']),
      ),
    );
    notify(addedAllText(result), { type: result.refused.length > 0 ? 'error' : 'success' });
  };
  const remove = () => {
    change((now) => removeAll(now, invoice.chave));
    onRefused({});
  };
  if (available.length < 2) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-end' }}>
      <Box sx={{ flex: '1 1 200px' }}>
        <ReasonField label="Motivo para todos" reasons={reasons} value={reason} onChange={forAll.choose} />
      </Box>
      <Button variant="outlined" disabled={available.every(isAdded)} onClick={add}>
        Adicionar Todos
      </Button>
      <Button color="inherit" disabled={!lines.some(isAdded)} onClick={remove}>
        Remover Todos
      </Button>
    </Box>
  );
}

/** Whether each word occurs in code, description or brand, ignoring accents. */
export function fitsText({ idExibicao, descNF, marca }: InvoiceProduct, text: string): boolean {
  const place = foldedText(`${idExibicao} ${descNF} ${marca}`);
  return foldedText(text)
    .split(/\s+/)
    .every((word) => place.includes(word));
}
