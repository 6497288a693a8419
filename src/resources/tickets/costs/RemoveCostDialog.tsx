import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { costKind } from '../../../../contract/catalogs/costKind.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { type TicketCost, ticketCostRoutes } from '../../../../contract/sac/ticketCosts.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { useCostCommand } from './useCostCommand.ts';

interface RemoveCostDialogProps {
  idTicket: number;
  cost: TicketCost;
  onClose: () => void;
}

export function RemoveCostDialog({ idTicket, cost, onClose }: RemoveCostDialogProps) {
  const remove = useCostCommand(ticketCostRoutes.remove, onClose);
  return (
    <ConfirmDialog
      open
      title="Remover o custo?"
      text={`${rowOf(costKind, cost.tipo).label} de ${formatMoney(cost.valor, 2)} sai do ticket. A remoção fica na linha do tempo.${
        cost.datahora_email ? ` ${cost.responsavel.nome} já recebeu a cobrança e não é avisado.` : ''
      }`}
      confirmLabel="Remover"
      tone="error"
      onConfirm={() => remove({ params: { idTicket, idCusto: cost.id } })}
      onCancel={onClose}
    />
  );
}
