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
  target: Target,
  input: ActionInput,
  repeat: Repeat,
) => Promise<{ data: { id?: number; message: string } }>;

/** The key by which the server knows a command that is sent again after its answer was lost. */
interface Repeat {
  idempotencyKey?: string;
}

const RUNS: Partial<Record<OrderAction, Run>> = {
  RENOVAR: ({ id, versao }) => call(quoteRoutes.renew, { params: { id }, body: { versao } }),
  SALVAR_PEDIDO: ({ id, versao }) => call(quoteRoutes.saveAsOrder, { params: { id }, body: { versao } }),
  LIBERAR_FATURAMENTO: ({ id, versao }) =>
    call(orderRoutes.releaseBilling, { params: { idPedido: id }, query: { versao } }),
  GERAR_LINK: ({ id, versao }, _, repeat) =>
    call(paymentRoutes.createLink, { params: { pedidoId: id }, body: { versao } }, repeat),
  RENOVAR_LINK: ({ id, versao }, _, repeat) =>
    call(paymentRoutes.renewLink, { params: { pedidoId: id }, body: { versao } }, repeat),
  ENVIAR_EMAIL: ({ id, isPedido }, { email, mensagem }) =>
    call(isPedido ? orderRoutes.sendByMail : quoteRoutes.sendByMail, {
      params: { pedidoId: id },
      body: { ...(email && { email }), ...(mensagem && { mensagem }) },
    }),
  DUPLICAR: ({ id }, _, repeat) => call(orderRoutes.duplicate, { params: { pedidoId: id } }, repeat),
  INCLUIR: ({ id, versao }, _, repeat) =>
    call(orderRoutes.addition, { params: { pedidoId: id }, body: { versao } }, repeat),
  TRANSFERIR: ({ id, versao }, { clienteId, idColab, motivo }) =>
    call(quoteRoutes.transfer, {
      params: { idOrcamento: id },
      body: {
        versao,
        ...(clienteId && { clienteId }),
        ...(idColab && { idColab }),
        ...(motivo && { obs: motivo }),
      },
    }),
  LIBERAR_B2B: ({ id, versao }) => call(quoteRoutes.releaseShop, { params: { id }, body: { versao } }),
  RECUPERAR_B2B: ({ id, versao }) => call(quoteRoutes.recoverShop, { params: { id }, body: { versao } }),
  LIBERAR_FV: ({ id, versao }) => call(quoteRoutes.releaseField, { params: { id }, query: { versao } }),
  RECUPERAR_FV: ({ id, versao }) => call(quoteRoutes.recoverField, { params: { id }, query: { versao } }),
  VOLTAR_ORCAMENTO: ({ id, versao }) =>
    call(orderRoutes.backToQuote, { params: { pedidoId: id }, query: { versao } }),
  PERDER: ({ id, versao }, { motivoId, motivo }) => {
    if (!motivoId) throw new Error('Escolha o motivo da perda.');
    return call(quoteRoutes.lose, {
      params: { orcamentoId: id, motivoId },
      body: { versao, ...(motivo && { obs: motivo }) },
    });
  },
  EXCLUIR: ({ id, versao }) => call(quoteRoutes.remove, { params: { id }, query: { versao } }),
  CANCELAR: ({ id, versao }, { motivo }) =>
    call(orderRoutes.cancel, { params: { pedidoId: id }, query: { versao, ...(motivo && { motivo }) } }),
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
  const { data } = await run(target, input, repeat);
  const makes = action === 'DUPLICAR' || action === 'INCLUIR';
  return { message: data.message, ...(makes && data.id !== undefined && { opens: data.id }) };
}

export const downloadPdf = ({ id, isPedido }: Pick<Target, 'id' | 'isPedido'>): Promise<void> =>
  isPedido
    ? downloadRoute(orderRoutes.download, { params: { id } }, `pedido-${id}.pdf`)
    : downloadRoute(quoteRoutes.download, { params: { id } }, `orcamento-${id}.pdf`);
