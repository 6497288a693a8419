import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { returnRoutes } from '#contract/callcenter/orders/returns.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Invoice } from '#contract/sac/invoices.ts';
import { useRoute } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { PageLinks } from '#ui/components/PageLinks/PageLinks.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Answered, EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton, TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { type ExchangeForm, itemKeyOf, type ReasonsOfForm, withItem } from './exchangeForm.ts';
import { ProductRow } from './ProductRow.tsx';

interface PartProps {
  form: ExchangeForm;
  reasons: ReasonsOfForm;
  onChange: (form: ExchangeForm) => void;
}

const PER_PAGE = 10;

/** Invoices that products can still be returned from; each expands into its products. */
export function InvoicesPart(props: PartProps) {
  const { customer, branchId } = props.form;
  const [numero, setNumero] = useState('');
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useRoute(
    returnRoutes.invoices,
    {
      params: { idCli: customer?.id ?? 0, idFil: branchId ?? 0 },
      query: { page, take: PER_PAGE, ...(numero.trim() && { numero: numero.trim() }) },
    },
    { enabled: Boolean(customer && branchId) },
  );
  if (!customer || !branchId)
    return <EmptyState title="As notas fiscais aparecem aqui" text="Escolha o cliente e a filial." />;
  const { itens = [], paginator } = data ?? {};
  return (
    <Box>
      <TextField
        label="Número da nota ou chave de acesso"
        value={numero}
        onChange={(event) => {
          setNumero(event.target.value);
          setPage(1);
        }}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 44 } }}
        sx={{ mb: 3 }}
      />
      {isPending && <ListSkeleton rows={4} />}
      <Failure answer={{ data, error, refetch }} />
      {data && itens.length === 0 && (
        <EmptyState
          title="Nenhuma nota fiscal"
          text="Nenhuma nota deste cliente e filial está dentro do prazo de devolução."
        />
      )}
      {itens.map((invoice) => (
        <InvoiceRow key={invoice.chave} invoice={invoice} {...props} />
      ))}
      {paginator && (
        <PageLinks
          page={page}
          lastPage={paginator.last_page}
          perPage={PER_PAGE}
          total={paginator.total}
          onPage={setPage}
          noun={['nota', 'notas']}
        />
      )}
    </Box>
  );
}

function InvoiceRow({ invoice, ...props }: PartProps & { invoice: Invoice }) {
  const chosen = Object.values(props.form.items).filter((item) => item.invoice.chave === invoice.chave);
  return (
    <Accordion
      disableGutters
      variant="outlined"
      slotProps={{ transition: { unmountOnExit: false, mountOnEnter: true } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreOutlined />}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', width: '100%', pr: 2 }}>
          <strong>NF {invoice.numNf}</strong>
          <span>{formatCalendarDate(invoice.dtSai)}</span>
          <span>{formatCount(invoice.qtdeIt, 'produto', 'produtos')}</span>
          {chosen.length > 0 && (
            <Tag tone="sucesso">{formatCount(chosen.length, 'incluído', 'incluídos')}</Tag>
          )}
          <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(invoice.vlTot, 2)}
          </Box>
        </Box>
      </AccordionSummary>
      <AccordionDetails>
        <Products invoice={invoice} {...props} />
      </AccordionDetails>
    </Accordion>
  );
}

function Products({ invoice, form, reasons, onChange }: PartProps & { invoice: Invoice }) {
  const answer = useRoute(returnRoutes.products, {
    params: { numNf: invoice.chave },
  });
  return (
    <Answered answer={answer} skeleton={<TextSkeleton lines={3} />}>
      {(products) =>
        products.map((product) => {
          const key = itemKeyOf(invoice.chave, product.produto_id);
          return (
            <ProductRow
              key={product.id}
              product={product}
              invoice={invoice}
              item={form.items[key] ?? null}
              reasons={reasons}
              onChange={(item) => onChange(withItem(form, key, item))}
            />
          );
        })
      }
    </Answered>
  );
}
