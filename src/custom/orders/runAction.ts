import type { OrderView } from '../../../contract/callcenter/orderRow.ts';
import { orderRoutes } from '../../../contract/callcenter/orders.ts';
import { paymentRoutes } from '../../../contract/callcenter/payments.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import type { OrderAction } from '../../../contract/rules/orders/orderActions.ts';
import { call } from '../../dataProvider/call.ts';
import { downloadRoute } from '../../dataProvider/download.ts';

export type Target = Pick<OrderView, 'id' | 'versao' | 'isPedido'>;

/** What was typed in the action's question. */
export interface ActionInput {
  motivo?: string;
  motivoId?: number;
  email?: string;
  mensagem?: string;
  clienteId?: number;
  idColab?: number;
}

interface Outcome {
  message: string;
  /** A record that was made: it is opened. */
  opens?: number;
}

type Run = (
  send: typeof call,
  target: Target,
  input: ActionInput,
) => Promise<{ data: { id?: number; message: string } }>;

/** The key by which the server knows a command that is sent again after its answer was lost. */
interface Repeat {
  idempotencyKey?: string;
}

const RUNS: Partial<Record<OrderAction, Run>> = {
  RENOVAR: (send, { id, versao }) => send(quoteRoutes.renew, { params: { id }, body: { versao } }),
  SALVAR_PEDIDO: (send, { id, versao }) =>
    send(quoteRoutes.saveAsOrder, { params: { id }, body: { versao } }),
  LIBERAR_FATURAMENTO: (send, { id, versao }) =>
    send(orderRoutes.releaseBilling, { params: { idPedido: id }, query: { versao } }),
  GERAR_LINK: (send, { id, versao }) =>
    send(paymentRoutes.createLink, { params: { pedidoId: id }, body: { versao } }),
  RENOVAR_LINK: (send, { id, versao }) =>
    send(paymentRoutes.renewLink, { params: { pedidoId: id }, body: { versao } }),
  ENVIAR_EMAIL: (send, { id, isPedido }, { email, mensagem }) =>
    send(isPedido ? orderRoutes.sendByMail : quoteRoutes.sendByMail, {
      params: { pedidoId: id },
      body: { ...(email && { email }), ...(mensagem && { mensagem }) },
    }),
  DUPLICAR: (send, { id }) => send(orderRoutes.duplicate, { params: { pedidoId: id } }),
  INCLUIR: (send, { id, versao }) =>
    send(orderRoutes.addition, { params: { pedidoId: id }, body: { versao } }),
  TRANSFERIR: (send, { id, versao }, { clienteId, idColab, motivo }) =>
    send(quoteRoutes.transfer, {
      params: { idOrcamento: id },
      body: {
        versao,
        ...(clienteId && { clienteId }),
        ...(idColab && { idColab }),
        ...(motivo && { obs: motivo }),
      },
    }),
  LIBERAR_B2B: (send, { id, versao }) => send(quoteRoutes.releaseShop, { params: { id }, body: { versao } }),
  RECUPERAR_B2B: (send, { id, versao }) =>
    send(quoteRoutes.recoverShop, { params: { id }, body: { versao } }),
  LIBERAR_FV: (send, { id, versao }) => send(quoteRoutes.releaseField, { params: { id }, query: { versao } }),
  RECUPERAR_FV: (send, { id, versao }) =>
    send(quoteRoutes.recoverField, { params: { id }, query: { versao } }),
  IMPORTAR_FV: (send, { id, versao }) => send(quoteRoutes.importField, { params: { id }, body: { versao } }),
  VOLTAR_ORCAMENTO: (send, { id, versao }) =>
    send(orderRoutes.backToQuote, { params: { pedidoId: id }, query: { versao } }),
  PERDER: (send, { id, versao }, { motivoId, motivo }) => {
    if (!motivoId) throw new Error('Escolha o motivo da perda.');
    return send(quoteRoutes.lose, {
      params: { orcamentoId: id, motivoId },
      body: { versao, ...(motivo && { obs: motivo }) },
    });
  },
  EXCLUIR: (send, { id, versao }) => send(quoteRoutes.remove, { params: { id }, query: { versao } }),
  CANCELAR: (send, { id, versao }, { motivo }) =>
    send(orderRoutes.cancel, { params: { pedidoId: id }, query: { versao, ...(motivo && { motivo }) } }),
};

/** Carries an action out; a refusal is thrown with the server's own sentence. */
export async function runAction(
  action: OrderAction,
  target: Target,
  input: ActionInput,
  repeat: Repeat = {},
): Promise<Outcome> {
  const run = RUNS[action];
  if (!run) throw new Error(`${action} is not a command`);
  const { data } = await run((route, sent) => call(route, sent, repeat), target, input);
  const makes = action === 'DUPLICAR' || action === 'INCLUIR';
  return { message: data.message, ...(makes && data.id !== undefined && { opens: data.id }) };
}

export const downloadPdf = ({ id, isPedido }: Pick<Target, 'id' | 'isPedido'>): Promise<void> =>
  isPedido
    ? downloadRoute(orderRoutes.download, { params: { id } }, `pedido-${id}.pdf`)
    : downloadRoute(quoteRoutes.download, { params: { id } }, `orcamento-${id}.pdf`);
