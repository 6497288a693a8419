/** Departments that every installation begins with; a flow may name more. */
export const STANDARD_SECTORS: Record<string, string> = {
  SAC: 'SAC',
  DEVOLUCAO: 'Devoluções',
  FISCAL: 'Fiscal',
  LOGISTICA: 'Logística',
  RECEBIMENTO: 'Recebimento',
  FINANCEIRO: 'Financeiro',
  COMERCIAL: 'Comercial',
  QUALIDADE: 'Qualidade',
};

export const sectorRow = (key: string) => ({ key, name: STANDARD_SECTORS[key] ?? key });
