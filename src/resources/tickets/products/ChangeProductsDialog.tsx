import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type FormEvent, useId, useState } from 'react';
import { formatCount } from '../../../../contract/rules/format.ts';
import { lookupRoutes } from '../../../../contract/sac/lookups.ts';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { ConflictPanel } from '../moves/ConflictPanel.tsx';
import { ChangeLine } from './ChangeLine.tsx';
import { changesOf, initialLines, type LineEdit } from './lineEdits.ts';
import { useChangeProducts } from './useChangeProducts.ts';

interface ChangeProductsDialogProps {
  ticket: Ticket;
  items: readonly TicketItem[];
  onClose: () => void;
}

/** Quantity, reason and observation of the lines, and lines taken out, before anything is analysed. */
export function ChangeProductsDialog({ ticket, items, onClose }: ChangeProductsDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const reasons = useRoute(lookupRoutes.productReasons, {});
  const [lines, setLines] = useState(() => initialLines(items));
  const { send, sending, failure } = useChangeProducts(ticket, onClose);
  const body = changesOf(items, lines);
  const count = body.alterados.length + body.removidos.length;
  const change = (id: number, part: Partial<LineEdit>) =>
    setLines((now) => now.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count > 0) void send(body);
  };
  return (
    <DialogFrame
      open
      fullWidth
      maxWidth="md"
      fullScreen={isPhone}
      onClose={onClose}
      aria-labelledby={titleId}
    >
      <form
        noValidate
        onSubmit={submit}
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={titleId}>Alterar produtos</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Os produtos podem mudar até a análise começar.
          </Typography>
          {failure?.conflict && <ConflictPanel conflict={failure.conflict} />}
          {failure && !failure.conflict && <Alert severity="error">{failure.text}</Alert>}
          {items.map((item, at) => (
            <ChangeLine
              key={item.id}
              item={item}
              line={lines[at] as LineEdit}
              reasons={reasons.data ?? []}
              error={failure?.errorOf(item.id)}
              disabled={sending}
              onChange={(part) => change(item.id, part)}
            />
          ))}
        </DialogContent>
        <DialogActions>
          <Typography role="status" variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
            {count === 0 ? 'Nada mudou' : formatCount(count, 'produto muda', 'produtos mudam')}
          </Typography>
          <CloseButton disabled={sending}>Fechar</CloseButton>
          <Button type="submit" variant="contained" loading={sending} disabled={count === 0}>
            Salvar
          </Button>
        </DialogActions>
      </form>
    </DialogFrame>
  );
}
