/** The kind of operation of an invoice line, determined by its CFOP. */
export type CfopKind =
  | 'VENDA'
  | 'BONIFICACAO'
  | 'ENTREGA_FUTURA'
  | 'TRANSFERENCIA'
  | 'REMESSA'
  | 'DEVOLUCAO_DE_VENDA'
  | 'DEVOLUCAO_DE_COMPRA'
  | 'COMPRA'
  | 'SERVICO'
  | 'LANCAMENTO'
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
 * direction and the distance, and an operation has the same last three digits for all of them. Every code of the table has its
 * kind here (a test walks the installed table); any other code is OUTRA and gives no rights until a person says otherwise.
 */
export const cfopKinds: readonly CfopRow[] = [
  {
    kind: 'VENDA',
    label: 'Venda',
    sale: true,
    returnable: true,
    // Sales of own production or purchased goods (101 to 132; 107 and 108 to buyers outside the register), under tax
    // substitution (401 to 405), of fuel (651 to 656, 667), of goods sold earlier for future delivery that leave now (116,
    // 117), and the invoice for a receipt printed earlier (929).
    out: [
      ...[
        '101',
        '102',
        '103',
        '104',
        '105',
        '106',
        '107',
        '108',
        '109',
        '110',
        '111',
        '112',
        '113',
        '114',
        '115',
        '116',
      ],
      ...[
        '117',
        '118',
        '119',
        '120',
        '122',
        '123',
        '124',
        '125',
        '127',
        '129',
        '131',
        '132',
        '401',
        '402',
        '403',
      ],
      ...['404', '405', '551', '651', '652', '653', '654', '655', '656', '667', '929'],
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
    in: ['151', '152', '153', '154', '159', '208', '209', '408', '409', '552', '557', '658', '659'],
  },
  {
    kind: 'REMESSA',
    label: 'Remessa (conserto, demonstração, consignação, amostra)',
    sale: false,
    returnable: false,
    out: [
      ...[
        '414',
        '415',
        '451',
        '452',
        '453',
        '454',
        '455',
        '501',
        '502',
        '504',
        '505',
        '554',
        '555',
        '657',
        '663',
        '664',
        '665',
        '666',
      ],
      ...['901', '902', '903', '904', '905', '906', '907', '908', '909', '911', '912', '913', '914', '915'],
      ...['916', '917', '918', '919', '920', '921', '923', '924', '925', '926', '927', '934', '949'],
    ],
    in: [
      ...[
        '213',
        '414',
        '415',
        '451',
        '452',
        '453',
        '454',
        '455',
        '504',
        '505',
        '506',
        '554',
        '555',
        '657',
        '663',
        '664',
        '901',
        '902',
        '903',
        '904',
      ],
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
      ...['201', '202', '203', '204', '211', '212', '214', '215', '216', '410', '411', '503', '553'],
      ...['660', '661', '662'],
    ],
  },
  {
    kind: 'DEVOLUCAO_DE_COMPRA',
    label: 'Devolução de compra',
    sale: false,
    returnable: false,
    out: [
      ...['201', '202', '208', '209', '210', '211', '212', '213', '214', '215', '216', '410', '411', '412'],
      ...['413', '503', '553'],
      ...['556', '660', '661', '662'],
    ],
    in: [],
  },
  {
    kind: 'COMPRA',
    label: 'Compra',
    sale: false,
    returnable: false,
    out: [],
    in: [
      ...['101', '102', '111', '113', '116', '117', '118', '120', '121', '122', '124', '125', '126', '127'],
      ...['128', '129', '131', '132', '135', '401', '403', '406', '407', '456', '501', '551', '556', '651'],
      ...['652', '653', '667'],
    ],
  },
  {
    kind: 'SERVICO',
    label: 'Serviço ou energia elétrica',
    sale: false,
    returnable: false,
    // Energy (251 to 258), communication (301 to 307), transport (351 to 360), their annulments (205 to 207), and services
    // under municipal tax (933).
    out: [
      ...['205', '206', '207', '251', '252', '253', '254', '255', '256', '257', '258', '301', '302', '303'],
      ...['304', '305', '306', '307', '351', '352', '353', '354', '355', '356', '357', '358', '359', '360'],
      ...['932', '933'],
    ],
    in: [
      ...['205', '206', '207', '251', '252', '253', '254', '255', '256', '257', '301', '302', '303', '304'],
      ...['305', '306', '351', '352', '353', '354', '355', '356', '360', '932', '933'],
    ],
  },
  {
    kind: 'LANCAMENTO',
    label: 'Lançamento fiscal (crédito, ressarcimento, baixa)',
    sale: false,
    returnable: false,
    out: ['456', '601', '602', '603', '605', '606', '928', '930', '931'],
    in: ['601', '602', '603', '604', '605', '930', '931'],
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

/** The row for a four-digit code; OUTRA for one that is not in the table. `sales`: codes that the company counts as sales too. */
export function cfopRow(cfop: string, sales: ReadonlySet<string> = NO_CODES): CfopRow {
  if (sales.has(cfop)) return SALE;
  const side = /^[567]\d{3}$/.test(cfop) ? 'out' : /^[123]\d{3}$/.test(cfop) ? 'in' : null;
  if (side === null) return OTHER;
  return cfopKinds.find((row) => row[side].includes(cfop.slice(1))) ?? OTHER;
}

const NO_CODES: ReadonlySet<string> = new Set();
const SALE = cfopKinds.find(({ kind }) => kind === 'VENDA') ?? OTHER;

/** The codes in the text of the parameter `cfopsDeVenda`: '5949, 6949'. */
export const codesIn = (text: string): ReadonlySet<string> => new Set(text.match(/\d{4}/g) ?? []);

/** Why the text is not a list of codes of outgoing goods; `null` if it is one. */
export function codesProblem(text: string): string | null {
  const wrong = text.split(/[\s,;]+/).find((code) => code !== '' && !/^[567]\d{3}$/.test(code));
  return wrong === undefined
    ? null
    : `"${wrong}" não é um CFOP de saída: são quatro algarismos, o primeiro 5, 6 ou 7.`;
}
