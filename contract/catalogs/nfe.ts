import { type CatalogRow, catalogOf } from './catalog.ts';

/** The outcome for one file of an NF-e import. */
export type NfeOutcome =
  | 'CRIADA'
  | 'IGUAL'
  | 'CANCELADA'
  | 'JUNTO'
  | 'AO_LADO'
  | 'SEM_EMITENTE'
  | 'ESPERA'
  | 'RECUSADA';

export const nfeOutcome = catalogOf<CatalogRow<NfeOutcome>>()([
  { value: 'CRIADA', label: 'Nota criada', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'IGUAL', label: 'Já estava no Balcão', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Nota cancelada', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Guardada junto da nota citada', color: 'informacao', icon: 'AttachFile' },
  { value: 'AO_LADO', label: 'Não é venda a cliente', color: 'secundaria', icon: 'Block' },
  { value: 'SEM_EMITENTE', label: 'De emitente desconhecido', color: 'aviso', icon: 'HelpOutline' },
  { value: 'ESPERA', label: 'Espera a nota que cita', color: 'aviso', icon: 'HourglassEmpty' },
  { value: 'RECUSADA', label: 'Recusada', color: 'perigo', icon: 'ReportProblem' },
]);

/** What a document means for the quantities that an invoice still gives. */
export type PaperStanding = 'BAIXA' | 'TICKET' | 'CANCELADA' | 'JUNTO';

export const paperStanding = catalogOf<CatalogRow<PaperStanding>>()([
  { value: 'BAIXA', label: 'Baixa o que pode ser devolvido', color: 'informacao', icon: 'AttachFile' },
  { value: 'TICKET', label: 'Conta pelo ticket', color: 'secundaria', icon: 'Verified' },
  { value: 'CANCELADA', label: 'Cancelada: não baixa', color: 'aviso', icon: 'Cancel' },
  { value: 'JUNTO', label: 'Não muda quantidades', color: 'secundaria', icon: 'Block' },
]);

/** The kind of operation of an invoice line, determined by its CFOP. */
export type CfopKind =
  | 'VENDA'
  | 'BONIFICACAO'
  | 'ENTREGA_FUTURA'
  | 'TRANSFERENCIA'
  | 'REMESSA'
  | 'DEVOLUCAO_DE_VENDA'
  | 'DEVOLUCAO_DE_COMPRA'
  | 'OUTRA';

export interface CfopRow {
  kind: CfopKind;
  label: string;
  /** Whether it counts as a purchase by the customer. */
  sale: boolean;
  /** Whether the line gives the customer goods that may be returned. */
  returnable: boolean;
  /** Last three digits for outgoing goods (preceded by 5, 6 or 7). */
  out: readonly string[];
  /** Last three digits for incoming goods (preceded by 1, 2 or 3). */
  in: readonly string[];
}

/**
 * Kinds of operation according to the CFOP table (Convênio s/nº of 15 December 1970, annex). The first digit gives the
 * direction and the distance; a sale has the same last three digits for all distances. An unlisted code is OUTRA and gives no
 * rights.
 */
export const cfopKinds: readonly CfopRow[] = [
  {
    kind: 'VENDA',
    label: 'Venda',
    sale: true,
    returnable: true,
    // Sales of own production or purchased goods (101 to 132), under tax substitution (401 to 405), of fuel (651 to 656,
    // 667), of goods sold earlier for future delivery that leave now (116, 117), and the invoice for a receipt printed
    // earlier (929).
    out: [
      ...['101', '102', '103', '104', '105', '106', '109', '110', '111', '112', '113', '114', '115', '116'],
      ...['117', '118', '119', '120', '122', '123', '124', '125', '129', '131', '132', '401', '402', '403'],
      ...['405', '551', '651', '652', '653', '654', '655', '656', '667', '929'],
    ],
    in: [],
  },
  {
    kind: 'BONIFICACAO',
    label: 'Bonificação ou brinde',
    sale: false,
    returnable: true,
    out: ['910'],
    in: [],
  },
  {
    kind: 'ENTREGA_FUTURA',
    label: 'Faturamento para entrega futura',
    sale: false,
    returnable: false,
    out: ['922'],
    in: ['922'],
  },
  {
    kind: 'TRANSFERENCIA',
    label: 'Transferência entre filiais',
    sale: false,
    returnable: false,
    out: ['151', '152', '153', '155', '156', '159', '160', '408', '409', '552', '557', '658', '659'],
    in: ['151', '152', '153', '154', '159', '408', '409', '552', '557', '658', '659'],
  },
  {
    kind: 'REMESSA',
    label: 'Remessa (conserto, demonstração, consignação, amostra)',
    sale: false,
    returnable: false,
    out: [
      ...['414', '415', '451', '501', '502', '504', '505', '554', '555', '657', '663', '664', '665', '666'],
      ...['901', '902', '903', '904', '905', '906', '907', '908', '909', '911', '912', '913', '914', '915'],
      ...['916', '917', '918', '919', '920', '921', '923', '924', '925', '926', '927', '934', '949'],
    ],
    in: [
      ...['414', '415', '451', '504', '505', '554', '555', '657', '663', '664', '901', '902', '903', '904'],
      ...['905', '906', '907', '908', '909', '910', '911', '912', '913', '914', '915', '916', '917', '918'],
      ...['919', '920', '921', '923', '924', '925', '926', '934', '949'],
    ],
  },
  {
    kind: 'DEVOLUCAO_DE_VENDA',
    label: 'Devolução de venda',
    sale: false,
    returnable: false,
    out: [],
    in: [
      ...['201', '202', '203', '204', '205', '206', '207', '208', '209', '212', '410', '411', '503', '553'],
      ...['660', '661', '662'],
    ],
  },
  {
    kind: 'DEVOLUCAO_DE_COMPRA',
    label: 'Devolução de compra',
    sale: false,
    returnable: false,
    out: [
      ...['201', '202', '205', '206', '207', '208', '209', '210', '410', '411', '412', '413', '503', '553'],
      ...['556', '660', '661', '662'],
    ],
    in: [],
  },
];

const OTHER: CfopRow = {
  kind: 'OUTRA',
  label: 'Outra operação',
  sale: false,
  returnable: false,
  out: [],
  in: [],
};

/** The row for a four-digit code; OUTRA for a code that is not in the table. */
export function cfopRow(cfop: string): CfopRow {
  const side = /^[567]\d{3}$/.test(cfop) ? 'out' : /^[123]\d{3}$/.test(cfop) ? 'in' : null;
  if (side === null) return OTHER;
  return cfopKinds.find((row) => row[side].includes(cfop.slice(1))) ?? OTHER;
}
