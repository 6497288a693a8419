import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CloseButton, CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { usePaperBranch } from '#ui/shell/paperBranch.ts';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrderContent } from './OrderContent.tsx';
import { OrderStatusChip } from './orderColumns.tsx';
import { useOrder } from './useOrder.ts';

interface OrderDialogProps {
  kind: 'ORCAMENTO' | 'PEDIDO';
  id: number;
  onClose: () => void;
  /** Called after an action, so that lists showing it refetch. */
  onChanged?: () => void;
}

/** 'Orçamento #{id}' or 'Pedido #{id}', read-only, with the available actions. */
export function OrderDialog({ kind, id, onClose, onChanged }: OrderDialogProps) {
  const titleId = useId();
  const isPhone = useIsPhone();
  const { view, answer, refresh } = useOrder(id);
  usePaperBranch(view?.emitente.id);
  const isOrder = view ? view.isPedido : kind === 'PEDIDO';
  const changed = () => {
    refresh();
    onChanged?.();
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      <DialogTitle
        id={titleId}
        sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, pr: { xs: 12, sm: 6 } }}
      >
        {isOrder ? 'Pedido' : 'Orçamento'} #{id}
        {view && <OrderStatusChip value={view.st} />}
      </DialogTitle>
      {/* On a phone the footer has room only for the actions. */}
      {isPhone && (
        <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 12, right: 12 }}>
          <CloseOutlined fontSize="small" />
        </CloseCross>
      )}
      <DialogContent aria-busy={answer.isPending}>
        {answer.isPending && (
          <>
            <Typography role="status" color="text.secondary" sx={{ mb: 3 }}>
              Carregando informações do {isOrder ? 'pedido' : 'orçamento'}
            </Typography>
            <ListSkeleton rows={6} />
          </>
        )}
        <Failure answer={answer} />
        {view && <OrderContent view={view} />}
      </DialogContent>
      <DialogActions>
        {!isPhone && <CloseButton>Fechar</CloseButton>}
        {view && <OrderActions view={view} onChanged={changed} onGone={onClose} />}
      </DialogActions>
    </DialogFrame>
  );
}
