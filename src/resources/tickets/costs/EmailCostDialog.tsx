import { formatDateTime } from '../../../../contract/rules/dateText.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { type TicketCost, ticketCostRoutes } from '../../../../contract/sac/ticketCosts.ts';
import { ownZone } from '../../../dataProvider/session.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { useCostCommand } from './useCostCommand.ts';

interface EmailCostDialogProps {
  cost: TicketCost;
  onClose: () => void;
}

/** Says who will be written to; a second time is said to be one. */
export function EmailCostDialog({ cost, onClose }: EmailCostDialogProps) {
  const { id, responsavel, valor, datahora_email } = cost;
  const send = useCostCommand(ticketCostRoutes.sendEmail, onClose);
  const to = responsavel.email
    ? `${responsavel.nome} recebe em ${responsavel.email} a cobrança de ${formatMoney(valor, 2)}, com o tipo e a descrição do custo.`
    : `${responsavel.nome} não tem e-mail no cadastro.`;
  return (
    <ConfirmDialog
      open
      title={datahora_email ? 'Cobrar outra vez?' : 'Cobrar por e-mail?'}
      text={
        datahora_email
          ? `A cobrança já foi enviada em ${formatDateTime(datahora_email, ownZone())}. ${to}`
          : to
      }
      confirmLabel={datahora_email ? 'Enviar de novo' : 'Enviar cobrança'}
      onConfirm={() => send({ params: { idCusto: id }, body: datahora_email ? { reenviar: true } : {} })}
      onCancel={onClose}
    />
  );
}
