/** Which columns of a list are summed, and by which it may be grouped; ids are those of the columns on the screen. */
export interface SummedColumns {
  sums: readonly string[];
  /** Grouped by their value. */
  groups: readonly string[];
  /** Grouped by their day or month. */
  dates: readonly string[];
}

const ORDERS = {
  sums: ['qtdeIt', 'vlTot'],
  groups: ['colaborador', 'cliente', 'st', 'grupo', 'emitente', 'canal'],
  dates: ['dtHorInc', 'dtVal', 'dtProgr'],
} as const;

/** Lists whose columns the product knows. Extra fields and record types add what administrators defined. */
export const SUMMED_LISTS = {
  tickets: {
    sums: [],
    groups: [
      'cliente',
      'status',
      'tipo',
      'etapa',
      'operador',
      'prioridade',
      'setor',
      'filial',
      'representante',
      'criador',
    ],
    dates: ['prazo', 'dtCriacao', 'dtAtualizacao', 'dtMovimentacao'],
  },
  clientes: {
    sums: [],
    groups: ['cidade', 'representante', 'regiao', 'grupo'],
    dates: ['dtUltComp', 'dtCriacao'],
  },
  orcamentos: ORDERS,
  pedidos: ORDERS,
  coletas: { sums: ['tickets'], groups: ['status', 'responsavel'], dates: ['agendadaPara', 'dtCriacao'] },
  agendas: {
    sums: ['pedido'],
    groups: ['situacao', 'cliente', 'colaborador', 'tipo', 'motivo', 'filial', 'discadora', 'origem'],
    dates: ['data_agendada'],
  },
  cadastros: { sums: [], groups: [], dates: [] },
} as const satisfies Record<string, SummedColumns>;

export type SummedList = keyof typeof SUMMED_LISTS;
