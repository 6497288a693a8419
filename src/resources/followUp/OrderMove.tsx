import { useNotify } from 'ra-core';
import type { BoardOrder } from '#contract/callcenter/agendas/followUp.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import { useCommand } from '#data/useRoute.ts';
import { ActionQuestion } from '#src/resources/orders/shared/ActionQuestion.tsx';
import { type ActionInput, runAction } from '#src/resources/orders/shared/runAction.ts';

interface OrderMoveProps {
  order: BoardOrder;
  action: OrderAction;
  /** Called when it is over, whether it was done or not. */
  onEnd: () => void;
}

/** Asks before a card goes to another column, as the action of the order's dialog does; the version is the card's. */
export function OrderMove({ order: { id, versao, tipo }, action, onEnd }: OrderMoveProps) {
  const command = useCommand();
  const notify = useNotify();
  const isPedido = tipo === 'PEDIDO';
  const run = async (input: ActionInput) => {
    const { message } = await runAction(action, { id, versao, isPedido }, input, command);
    notify(message, { type: 'success' });
    onEnd();
  };
  // None of these actions writes an e-mail.
  const view = { id, isPedido, cliente: { email: '' } };
  return <ActionQuestion action={action} view={view} onRun={run} onClose={onEnd} />;
}
