/** Action colours, the first group of the palette in document 002, section 3. */
const actionKeys = ['primaria', 'secundaria', 'sucesso', 'aviso', 'perigo', 'informacao'] as const;

const stockKeys = ['estoque.normal', 'estoque.baixo', 'estoque.vazio'] as const;

/** Colours of the order and quote statuses, one for each row of orderStatus.ts. */
export const orderStatusKeys = [
  'status_pedido.aguardando',
  'status_pedido.analise',
  'status_pedido.bloqueado',
  'status_pedido.cancelado',
  'status_pedido.deposito',
  'status_pedido.devolucao',
  'status_pedido.entregue',
  'status_pedido.faturado',
  'status_pedido.liberado',
  'status_pedido.separacao',
  'status_pedido.transporte',
  'status_pedido.ativo',
  'status_pedido.vencido',
  'status_pedido.rejeitado',
  'status_pedido.cotacao',
  'status_pedido.orcamento_analise',
  'status_pedido.perdido',
  'status_pedido.pagamento_expirado',
  'status_pedido.pagamento_pendente',
  'status_pedido.pagamento_realizado',
] as const;

/** Every colour that a catalogue row may name; the theme defines a light and a dark value for each. */
export const paletteKeys = [...actionKeys, ...stockKeys, ...orderStatusKeys] as const;

export type PaletteKey = (typeof paletteKeys)[number];
