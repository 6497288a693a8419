/** How an operation is written: between its operands with a rank (a higher one binds closer), or as a function. */
interface OperationRow {
  /** The word or sign of the text form. */
  texto: string;
  /** Smallest and largest number of operands. */
  de: readonly [number, number];
  ordem?: number;
}

const MANY = 200;

/** Ranks of the text form; what stands alone (a field, a function) has the highest. */
export const RANK = { ou: 1, e: 2, nao: 3, compara: 4, soma: 5, vezes: 6, sinal: 7, unidade: 8 } as const;

/** All that an expression can do. A stored key is never renamed. */
export const OPERATIONS = {
  todas: { texto: 'e', de: [1, MANY], ordem: RANK.e },
  alguma: { texto: 'ou', de: [1, MANY], ordem: RANK.ou },
  nenhuma: { texto: 'nenhuma', de: [1, MANY] },
  igual: { texto: '=', de: [2, 2], ordem: RANK.compara },
  diferente: { texto: '<>', de: [2, 2], ordem: RANK.compara },
  maior: { texto: '>', de: [2, 2], ordem: RANK.compara },
  maior_igual: { texto: '>=', de: [2, 2], ordem: RANK.compara },
  menor: { texto: '<', de: [2, 2], ordem: RANK.compara },
  menor_igual: { texto: '<=', de: [2, 2], ordem: RANK.compara },
  entre: { texto: 'entre', de: [3, 3], ordem: RANK.compara },
  em: { texto: 'em', de: [2, 2], ordem: RANK.compara },
  contem: { texto: 'contém', de: [2, 2], ordem: RANK.compara },
  comeca_com: { texto: 'começa com', de: [2, 2], ordem: RANK.compara },
  vazio: { texto: 'vazio', de: [1, 1] },
  mais: { texto: '+', de: [2, 2], ordem: RANK.soma },
  menos: { texto: '-', de: [2, 2], ordem: RANK.soma },
  vezes: { texto: '*', de: [2, 2], ordem: RANK.vezes },
  dividido: { texto: '/', de: [2, 2], ordem: RANK.vezes },
  oposto: { texto: '-', de: [1, 1], ordem: RANK.sinal },
  se: { texto: 'se', de: [2, 3] },
  caso: { texto: 'caso', de: [2, MANY] },
  hoje: { texto: 'hoje', de: [0, 0] },
  agora: { texto: 'agora', de: [0, 0] },
  dia: { texto: 'dia', de: [1, 1] },
  mes: { texto: 'mês', de: [1, 1] },
  ano: { texto: 'ano', de: [1, 1] },
  dias: { texto: 'dias', de: [2, 2] },
  horas: { texto: 'horas', de: [2, 2] },
  junta: { texto: 'junta', de: [1, MANY] },
  maiusculas: { texto: 'maiúsculas', de: [1, 1] },
} as const satisfies Record<string, OperationRow>;

export type Operation = keyof typeof OPERATIONS;

export const operationOf = (faz: Operation): OperationRow => OPERATIONS[faz];
