import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { emptyDraft, type TicketDraft, ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { ConflictPanel } from '../moves/ConflictPanel.tsx';
import { ItemsContext } from '../shared/draft/itemsChoice.ts';
import { linesToAdd } from '../shared/draft/itemTransitions.ts';
import { InvoiceProductsStep } from '../shared/items/InvoiceProductsStep.tsx';
import { ProductsStep } from '../shared/items/ProductsStep.tsx';
import { useChangeProducts } from './useChangeProducts.ts';
import { useItemsChoice } from './useItemsChoice.ts';

interface AddProductsDialogProps {
  ticket: Ticket;
  type: MenuTicketType;
  onClose: () => void;
}

/**
 * Adds products that were forgotten when the ticket was opened, chosen in the same way: from the customer's invoices, or
 * without one.
 */
export function AddProductsDialog({ ticket, type, onClose }: AddProductsDialogProps) {
  const titleId = useId();
  const { send, sending, failure, forget } = useChangeProducts(ticket, onClose);
  const refused = failure?.fields ?? NOTHING_REFUSED;
  const [draft, setDraft] = useState(emptyDraft);
  const onChange = (next: TicketDraft) => {
    forget();
    setDraft(next);
  };
  const { choice, blocked } = useItemsChoice({ ticket, type, draft, onChange, errors: refused });
  const { itens = [], itensAvulsos = [] } = ticketInputOf(draft);
  const added = { itens, itensAvulsos };
  const count = added.itens.length + added.itensAvulsos.length;
  const waiting = linesToAdd(choice.draft).length;
  const { itensEmEdicao, colado } = choice.draft;
  const begun =
    count > 0 || itensEmEdicao.length > 0 || Boolean(colado && (colado.campo || colado.linhas.length > 0));
  return (
    <ItemsContext.Provider value={choice}>
      <DialogFrame
        open
        fullWidth
        maxWidth="md"
        fullScreen="phone"
        onClose={sending ? undefined : onClose}
        aria-labelledby={titleId}
      >
        <DialogTitle id={titleId}>Incluir produtos</DialogTitle>
        <DialogContent
          sx={{ display: 'grid', gap: 4, alignContent: 'start', px: { xs: 3, sm: 6 } }}
          inert={sending}
        >
          {failure?.conflict && <ConflictPanel conflict={failure.conflict} />}
          {failure && !failure.conflict && <Alert severity="error">{failure.text}</Alert>}
          {type.usa_nota_produto > 0 && <InvoiceProductsStep />}
          {type.usa_produto > 0 && <ProductsStep />}
        </DialogContent>
        <DialogActions>
          <Typography role="status" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
            {count === 0
              ? 'Nenhum produto escolhido'
              : (blocked ?? `${formatCount(count, 'produto', 'produtos')} a incluir`)}
            {waiting > 0 && `, ${waiting} por adicionar`}
          </Typography>
          <Unsaved active={begun} />
          <CloseButton disabled={sending}>Cancelar</CloseButton>
          <Button
            variant="contained"
            loading={sending}
            disabled={count === 0 || blocked !== null}
            onClick={() => void send(added)}
          >
            Incluir
          </Button>
        </DialogActions>
      </DialogFrame>
    </ItemsContext.Provider>
  );
}

const NOTHING_REFUSED: Readonly<Record<string, string>> = {};
