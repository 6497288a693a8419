import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import type { TicketDraftItem } from '#contract/rules/tickets/ticketDraft.ts';
import type { Invoice } from '#contract/sac/invoices.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import { lineKey, linesToAdd, removeLine } from '../draft/itemTransitions.ts';
import { InvoiceFacts, InvoicePages } from './InvoicePages.tsx';
import { InvoiceProducts, type ReasonForAll } from './InvoiceProducts.tsx';
import { useInvoiceSearch } from './InvoicesStep.tsx';
import { PastedReturns } from './PastedReturns.tsx';

/** 'Selecione Produtos ou Notas Fiscais': invoices that expand into their products. */
export function InvoiceProductsStep() {
  /** Invoices looked up by their keys, in that order; they stay visible whatever is searched for next. */
  const [called, setCalled] = useState<readonly Invoice[]>([]);
  const callUp = (invoice: Invoice) => {
    setCalled((before) => [...before.filter(({ chave }) => chave !== invoice.chave), invoice]);
    unfold(invoice.chave, true);
  };
  const search = useInvoiceSearch((invoice) => {
    callUp(invoice);
    return null;
  });
  const [reason, choose] = useState<ReasonForAll['reason']>(null);
  /** Whether an invoice was unfolded or folded by hand; the only one there is needs no press. */
  const [unfolded, setUnfolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const unfold = (key: string, open: boolean) => setUnfolded((before) => new Map([...before, [key, open]]));
  const showInvoice = (key: string, numNF: string) => {
    search.change({ numero: numNF, from: search.oldest, to: search.today, product: null });
    unfold(key, true);
  };
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <ItemProblems onShow={showInvoice} />
      {search.ready && <PastedReturns forAll={{ reason, choose }} onInvoice={callUp} />}
      <InvoicePages search={search}>
        {(invoices) => {
          const shown = withCalled(called, invoices);
          return (
            <InvoiceRows aria-label="Notas fiscais">
              {shown.map((invoice) => (
                <UnfoldingInvoice
                  key={invoice.chave}
                  invoice={invoice}
                  forAll={{ reason, choose }}
                  open={unfolded.get(invoice.chave) ?? shown.length === 1}
                  onUnfold={(open) => unfold(invoice.chave, open)}
                />
              ))}
            </InvoiceRows>
          );
        }}
      </InvoicePages>
    </Box>
  );
}

const withCalled = (called: readonly Invoice[], found: readonly Invoice[]): Invoice[] => [
  ...called,
  ...found.filter(({ chave }) => !called.some((invoice) => invoice.chave === chave)),
];

/** A list of expandable invoices. */
const InvoiceRows = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gap: 8,
    '& > li': { border: `1px solid ${components.linha}`, borderRadius: 8, overflow: 'hidden', minWidth: 0 },
    '& .head': {
      font: 'inherit',
      display: 'flex',
      alignItems: 'center',
      gap: 12,
      boxSizing: 'border-box',
      width: '100%',
      padding: '8px 12px',
      border: 0,
      textAlign: 'left',
      cursor: 'pointer',
      color: components.texto,
      backgroundColor: components.superficie,
    },
    '& .head:hover': { backgroundColor: components.realce },
    '& .head:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    '& .head > svg': { flex: 'none', color: components.textoSecundario },
    '& .head[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
    '& .head .what': { flex: 1, minWidth: 0, display: 'grid' },
    '& .head .what strong': { fontWeight: 600 },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .body': { borderTop: `1px solid ${components.linha}`, backgroundColor: components.cabecalho },
  };
});

interface UnfoldingInvoiceProps {
  invoice: Invoice;
  forAll: ReasonForAll;
  open: boolean;
  onUnfold: (open: boolean) => void;
}

/**
 * An invoice whose products appear in place. Once expanded, they stay mounted, so that uploads continue when it is collapsed.
 */
function UnfoldingInvoice({ invoice, forAll, open, onUnfold }: UnfoldingInvoiceProps) {
  const { draft } = useItems();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  const id = useId();
  const ofInvoice = ({ nfe }: { nfe: string }) => nfe === invoice.chave;
  const added = draft.itens.filter(ofInvoice).length;
  const waiting = linesToAdd(draft).filter(ofInvoice).length;
  return (
    <li>
      <button
        type="button"
        className="head"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onUnfold(!open)}
      >
        <ChevronRightOutlined fontSize="small" />
        <InvoiceFacts invoice={invoice} />
        {waiting > 0 && <Tag tone="aviso">{waiting} por adicionar</Tag>}
        {added > 0 && <Tag tone="sucesso">{formatCount(added, 'adicionado', 'adicionados')}</Tag>}
      </button>
      <div id={id} className="body" hidden={!open}>
        {opened && <InvoiceProducts invoice={invoice} forAll={forAll} />}
      </div>
    </li>
  );
}

interface ItemProblemsProps {
  /** Shows the invoice that contains the item. */
  onShow: (key: string, numNF: string) => void;
}

/** Added items that are invalid or have become so, each with a link to it. */
function ItemProblems({ onShow }: ItemProblemsProps) {
  const { draft, problems, refused, textAt, change } = useItems();
  const texts = { ...textsOf(problems), ...refused };
  const wrong = draft.itens.flatMap((item, index) => {
    const own = Object.entries(texts).flatMap(([field, text]) =>
      field.startsWith(`itens.${index}.`) ? [text] : [],
    );
    return own.length > 0 ? [{ item, text: own.join(' ') }] : [];
  });
  const message = textAt('itens');
  return (
    <>
      {message && <Alert severity="error">{message}</Alert>}
      {wrong.map(({ item, text }) => (
        <Alert
          key={`${item.nfe}/${item.produto_id}`}
          severity="error"
          action={
            <>
              <Button size="small" color="error" onClick={() => onShow(item.nfe, item.numNF)}>
                Ver na nota
              </Button>
              <Button
                size="small"
                color="error"
                onClick={() => change((now) => removeLine(now, lineKey(item)))}
              >
                Remover
              </Button>
            </>
          }
        >
          {nameOf(item)}: {text}
        </Alert>
      ))}
    </>
  );
}

const nameOf = ({ idExibicao, descricao, numNF }: TicketDraftItem) =>
  `${idExibicao} - ${descricao} (NF ${numNF})`;
