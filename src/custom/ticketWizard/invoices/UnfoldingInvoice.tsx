import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import { useId, useState } from 'react';
import { formatCount } from '../../../../contract/rules/format.ts';
import type { Invoice } from '../../../../contract/sac/invoices.ts';
import { Tag } from '../../../ui/components/display/Tag.ts';
import { useItems } from '../state/itemsContext.ts';
import { InvoiceFacts } from './InvoiceFacts.tsx';
import { InvoiceProducts } from './InvoiceProducts.tsx';

interface UnfoldingInvoiceProps {
  invoice: Invoice;
  open: boolean;
  onUnfold: (open: boolean) => void;
}

/** An invoice whose products appear in place. Once unfolded they stay, so that uploads go on when it is folded. */
export function UnfoldingInvoice({ invoice, open, onUnfold }: UnfoldingInvoiceProps) {
  const { draft } = useItems();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  const id = useId();
  const added = draft.itens.filter(({ nfe }) => nfe === invoice.chave).length;
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
        {added > 0 && <Tag tone="sucesso">{formatCount(added, 'adicionado', 'adicionados')}</Tag>}
      </button>
      <div id={id} className="body" hidden={!open}>
        {opened && <InvoiceProducts invoice={invoice} />}
      </div>
    </li>
  );
}
