/** Why a signer's certificate has no chain to a root that the company trusts. */
export const CHAIN_PROBLEMS = {
  AUTOASSINADO: 'O certificado assinou a si mesmo: nenhuma autoridade o emitiu.',
  SEM_EMISSOR: 'A autoridade que emitiu o certificado não está entre as que a empresa pôs.',
  SEM_RAIZ: 'A cadeia do certificado não chega a uma raiz que a empresa pôs.',
  PRAZOS: 'Os certificados da cadeia não valeram juntos em nenhum dia.',
  NAO_ASSINA: 'O certificado não é de quem assina documentos.',
  ILEGIVEL: 'O certificado não pôde ser lido.',
} as const;
export type ChainProblem = keyof typeof CHAIN_PROBLEMS;

/** What is known of the file that an invoice came from. */
export interface NoteTrust {
  /** Whether the signer's certificate had a chain to a root of the company on the day of signature. */
  proven: boolean;
  /** From the authority's environment for tests (homologação). */
  trial: boolean;
}

/** Values of the parameter `notaSemCadeia`: what an invoice gives whose chain was not proven. */
export const UNPROVEN_RULES = {
  ATE_HAVER_CERTIFICADOS: 'Dá direito, marcada, até haver certificados; depois não dá direito',
  DA_DIREITO: 'Dá direito, marcada',
  NAO_DA_DIREITO: 'Não dá direito',
} as const;
export type UnprovenRule = keyof typeof UNPROVEN_RULES;

/** `rule` as it applies today, once it is known whether the company has put in any root. */
export const unprovenGives = (rule: UnprovenRule, hasRoots: boolean): boolean =>
  rule === 'DA_DIREITO' || (rule === 'ATE_HAVER_CERTIFICADOS' && !hasRoots);

export const UNPROVEN = 'Cadeia não conferida';
export const TRIAL = 'Homologação, sem valor fiscal';

/** The mark on an invoice, and on whatever rests on it; '' for one without. `null`: it did not come from a signed file. */
export const trustMark = (trust: NoteTrust | null): string =>
  trust === null ? '' : [...(trust.proven ? [] : [UNPROVEN]), ...(trust.trial ? [TRIAL] : [])].join(' · ');

/** Why nothing of the invoice can be returned; '' if its signature does not stand in the way. */
export const trustRefusal = (trust: NoteTrust | null, gives: boolean): string =>
  trust === null || trust.proven || gives
    ? ''
    : 'A cadeia do certificado que assinou esta nota não foi conferida, e por isso ela não dá direito a devolver.';
