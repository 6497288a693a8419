import type { OrderAction } from '../../../contract/rules/orders/orderActions.ts';

interface ActionWords {
  /** A verb. */
  label: string;
  /** What will happen; without it the action needs no question. */
  ask?: string;
  tone?: 'error';
}

/** What people read of each action; a list, so that a new one does not compile without its words. */
export const ACTION_WORDS: Readonly<Record<OrderAction, ActionWords>> = {
  EDITAR: { label: 'Editar' },
  RENOVAR: {
    label: 'Renovar',
    ask: 'O orçamento volta a ser ativo, com uma nova validade a partir de hoje.',
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
  DUPLICAR: { label: 'Duplicar', ask: 'Um orçamento novo é criado com os mesmos itens e preços.' },
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
  EXCLUIR: {
    label: 'Excluir',
    ask: 'O orçamento e seus itens são excluídos e não podem ser recuperados.',
    tone: 'error',
  },
  CANCELAR: { label: 'Cancelar pedido', tone: 'error' },
};
