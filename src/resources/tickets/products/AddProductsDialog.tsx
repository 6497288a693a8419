import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { totalBytes } from '#contract/rules/files.ts';
import { formatCount } from '#contract/rules/format.ts';
import { textsOf } from '#contract/rules/problem.ts';
import {
  draftFiles,
  emptyDraft,
  type TicketDraft,
  ticketInputOf,
} from '#contract/rules/tickets/ticketDraft.ts';
import { allItemProblems } from '#contract/rules/tickets/ticketItems.ts';
import { wizardLimits } from '#contract/rules/tickets/ticketWizard.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { MenuTicketType } from '#contract/sac/tickets/ticketCatalog.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { itemContextOf, linesToAdd } from '#src/custom/ticketWizard/state/itemTransitions.ts';
import {
  type ItemsChoice,
  ItemsContext,
  useUploadGate,
  wizardPerson,
} from '#src/custom/ticketWizard/state/wizardContext.ts';
import { InvoiceProductsStep } from '#src/custom/ticketWizard/steps/InvoiceProductsStep.tsx';
import { ProductsStep } from '#src/custom/ticketWizard/steps/ProductsStep.tsx';
import { uploadObstacle } from '#ui/components/files/fileRules.ts';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { ConflictPanel } from '../moves/ConflictPanel.tsx';
import { useChangeProducts } from './useChangeProducts.ts';

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
  const { choice, blocked, added } = useAddedItems({ ticket, type, refused, onChange: forget });
  const count = added.itens.length + added.itensAvulsos.length;
  const waiting = linesToAdd(choice.draft).length;
  const begun = count > 0 || choice.draft.itensEmEdicao.length > 0;
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

interface Options {
  ticket: Ticket;
  type: MenuTicketType;
  /** The server's errors from the last attempt, by field. */
  refused: Readonly<Record<string, string>>;
  onChange: () => void;
}

/** The products to be added, chosen as in the wizard and by the same rules. */
function useAddedItems({ ticket, type, refused, onChange }: Options) {
  const [draft, setDraft] = useState(() => draftFor(ticket));
  const uploads = useUploadGate();
  const load = currentInitialLoad();
  const limits = useMemo(() => wizardLimits(load?.parametros ?? {}), [load]);
  const { itens = [], itensAvulsos = [] } = ticketInputOf(draft);
  const problems = allItemProblems(itens, itemContextOf(draft.itens, type.motivosProdutos));
  const texts: Record<string, string> = textsOf(problems);
  const choice: ItemsChoice = {
    draft,
    type,
    limits,
    today: localDate(Date.now(), wizardPerson(load).zoneOf(ticket.filial.idFil)),
    problems,
    textAt: (field) => refused[field] ?? texts[field],
    refused,
    change: useStableCallback((change) => {
      onChange();
      setDraft(change);
    }),
    uploads,
    bytes: totalBytes(draftFiles(draft)),
    chooseCustomer: null,
  };
  const blocked = problems[0]?.message ?? uploadObstacle(uploads, limits.maxBytes);
  return { choice, blocked, added: { itens, itensAvulsos } };
}

const draftFor = ({ cliente, filial }: Ticket): TicketDraft => ({
  ...emptyDraft(),
  cliente: { id: cliente.id, razSoc: cliente.razSoc, fant: cliente.fant },
  filial: { idFil: filial.idFil, razSoc: filial.razSoc },
});
