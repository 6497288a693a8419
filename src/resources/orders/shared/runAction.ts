import type { OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { paymentRoutes } from '#contract/callcenter/orders/payments.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import type { OrderAction } from '#contract/rules/orders/orderActions.ts';
import type { Command } from '#data/call.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { FieldProblems } from '#ui/components/fieldProblems.ts';

type Target = Pick<OrderView, 'id' | 'versao' | 'isPedido'>;

/** What was entered in the action's confirmation dialog. */
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
  /** Id of a newly created record, which is then opened. */
  opens?: number;
}

type Run = (
  send: Command,
  target: Target,
  input: ActionInput,
) => Promise<{ data: { id?: number; message: string } }>;

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
    if (!motivoId) throw new FieldProblems({ motivoId: 'Escolha o motivo da perda.' });
    return send(quoteRoutes.lose, {
      params: { orcamentoId: id, motivoId },
      body: { versao, ...(motivo && { obs: motivo }) },
    });
  },
  REABRIR: (send, { id, versao }) => send(quoteRoutes.reopen, { params: { id }, body: { versao } }),
  EXCLUIR: (send, { id, versao }) => send(quoteRoutes.remove, { params: { id }, query: { versao } }),
  CANCELAR: (send, { id, versao }, { motivo }) =>
    send(orderRoutes.cancel, { params: { pedidoId: id }, query: { versao, ...(motivo && { motivo }) } }),
};

/** Runs an action; throws the server's own message when it is refused. */
export async function runAction(
  action: OrderAction,
  target: Target,
  input: ActionInput,
  command: Command,
): Promise<Outcome> {
  const run = RUNS[action];
  if (!run) throw new Error(`${action} is not a command`);
  const { data } = await run(command, target, input);
  const makes = action === 'DUPLICAR' || action === 'INCLUIR';
  return { message: data.message, ...(makes && data.id !== undefined && { opens: data.id }) };
}

export const downloadPdf = ({ id, isPedido }: Pick<Target, 'id' | 'isPedido'>): Promise<void> =>
  isPedido
    ? downloadRoute(orderRoutes.download, { params: { id } }, `pedido-${id}.pdf`)
    : downloadRoute(quoteRoutes.download, { params: { id } }, `orcamento-${id}.pdf`);

interface ActionWords {
  label: string;
  /** What will happen; when omitted, the action runs without confirmation. */
  ask?: string;
  tone?: 'error';
}

/** The texts of each action. Typed as a record, so that a new action does not compile without them. */
export const ACTION_TEXTS: Readonly<Record<OrderAction, ActionWords>> = {
  EDITAR: { label: 'Editar' },
  RENOVAR: {
    label: 'Renovar',
    ask: 'O orçamento volta a ser ativo, com uma nova validade e os preços de hoje.',
  },
  SALVAR_PEDIDO: {
    label: 'Salvar como pedido',
    ask: 'O orçamento vira pedido e os produtos são reservados no estoque.',
  },
  LIBERAR_FATURAMENTO: {
    label: 'Liberar faturamento',
    ask: 'O pedido segue para separação e não volta mais a orçamento.',
  },
  GERAR_LINK: {
    label: 'Gerar link de pagamento',
    ask: 'O cliente poderá pagar com cartão pelo link, e o pedido espera o pagamento.',
  },
  RENOVAR_LINK: {
    label: 'Renovar link de pagamento',
    ask: 'Um link novo é criado; o endereço anterior deixa de funcionar.',
  },
  AGENDAR: { label: 'Agendar retorno' },
  ENVIAR_EMAIL: { label: 'Enviar por e-mail' },
  BAIXAR_PDF: { label: 'Baixar PDF' },
  DUPLICAR: { label: 'Duplicar', ask: 'Um orçamento novo é criado com os mesmos itens, aos preços de hoje.' },
  INCLUIR: {
    label: 'Incluir itens',
    ask: 'Um orçamento novo é aberto no mesmo grupo, com as mesmas condições e sem itens.',
  },
  TRANSFERIR: { label: 'Transferir' },
  LIBERAR_B2B: {
    label: 'Liberar na loja',
    ask: 'O cliente passa a trabalhar nele na loja; aqui ele fica travado até ser recuperado.',
  },
  RECUPERAR_B2B: { label: 'Recuperar da loja', ask: 'O orçamento sai da loja e volta a ser editado aqui.' },
  LIBERAR_FV: {
    label: 'Liberar na força de vendas',
    ask: 'O representante passa a trabalhar nele; aqui ele fica travado até ser recuperado.',
  },
  RECUPERAR_FV: {
    label: 'Recuperar da força de vendas',
    ask: 'O orçamento sai da força de vendas e volta a ser editado aqui.',
  },
  IMPORTAR_FV: {
    label: 'Assumir da força de vendas',
    ask: 'O orçamento sai da força de vendas, volta a ser editado aqui, e você passa a ser o vendedor dele.',
  },
  VOLTAR_ORCAMENTO: {
    label: 'Voltar a orçamento',
    ask: 'O pedido volta a ser orçamento e o estoque reservado é devolvido.',
  },
  PERDER: { label: 'Dar como perdido', tone: 'error' },
  REABRIR: {
    label: 'Reabrir',
    ask: 'A perda é desfeita: o orçamento volta à situação que tinha, com a mesma proposta e a mesma validade.',
  },
  EXCLUIR: {
    label: 'Excluir',
    ask: 'O orçamento e seus itens são excluídos e não podem ser recuperados.',
    tone: 'error',
  },
  CANCELAR: { label: 'Cancelar pedido', tone: 'error' },
};
