import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import { useRoute } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';

/** Actions about which the server says beforehand what it would refuse them for. */
const TITLES: Partial<Record<OrderAction, (id: number) => string>> = {
  SALVAR_PEDIDO: (id) => `O orçamento ${id} ainda não pode virar pedido`,
  VOLTAR_ORCAMENTO: (id) => `O pedido ${id} não pode voltar a orçamento agora`,
};

interface Impediments {
  /** Whether the server has not answered yet; if it cannot, the action itself is refused. */
  pending: boolean;
  texts: readonly string[];
}

/** What stands against an action, asked anew whenever its dialog opens. */
export function useImpediments(action: OrderAction, id: number): Impediments {
  const asks = action in TITLES;
  const { data, isPending } = useRoute(
    quoteEditingRoutes.offerChanges,
    { params: { id } },
    { enabled: asks, staleTime: 0, gcTime: 0 },
  );
  return { pending: asks && isPending, texts: asks ? (data?.data.impedimentos ?? []).map(textOf) : [] };
}

const textOf = ({ mensagem }: { mensagem: string }) => mensagem;

interface ImpedimentDialogProps {
  action: OrderAction;
  id: number;
  texts: readonly string[];
  onClose: () => void;
}

/** Says what stands against an action, in place of the question about it: nobody types a reason for what is then refused. */
export function ImpedimentDialog({ action, id, texts, onClose }: ImpedimentDialogProps) {
  const titleId = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{TITLES[action]?.(id)}</DialogTitle>
      <DialogContent>
        <Box
          component="ul"
          sx={{ m: 0, pl: 5, display: 'grid', gap: 2, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
