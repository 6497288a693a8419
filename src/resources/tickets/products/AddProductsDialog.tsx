import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { formatCount } from '../../../../contract/rules/format.ts';
import type { MenuTicketType } from '../../../../contract/sac/ticketCatalog.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { ItemsContext } from '../../../custom/ticketWizard/state/itemsContext.ts';
import { InvoiceProductsStep } from '../../../custom/ticketWizard/steps/InvoiceProductsStep.tsx';
import { ProductsStep } from '../../../custom/ticketWizard/steps/ProductsStep.tsx';
import { CloseButton, DialogFrame, Unsaved } from '../../../ui/components/frame/DialogFrame.tsx';
import { ConflictPanel } from '../moves/ConflictPanel.tsx';
import { useAddedItems } from './useAddedItems.ts';
import { useChangeProducts } from './useChangeProducts.ts';

interface AddProductsDialogProps {
  ticket: Ticket;
  type: MenuTicketType;
  onClose: () => void;
}

/** Products that were forgotten at the opening, chosen as there: from the customer's invoices, or loose. */
export function AddProductsDialog({ ticket, type, onClose }: AddProductsDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const { send, sending, failure, forget } = useChangeProducts(ticket, onClose);
  const refused = failure?.fields ?? NOTHING_REFUSED;
  const { choice, blocked, added } = useAddedItems({ ticket, type, refused, onChange: forget });
  const count = added.itens.length + added.itensAvulsos.length;
  const begun = count > 0 || choice.draft.itensEmEdicao.length > 0;
  return (
    <ItemsContext.Provider value={choice}>
      <DialogFrame
        open
        fullWidth
        maxWidth="md"
        fullScreen={isPhone}
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
