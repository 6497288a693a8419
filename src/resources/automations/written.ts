import type { Automation } from '#contract/callcenter/agendas/automations.ts';
import type { CustomerScore } from '#contract/catalogs/customers.ts';
import type { AutomationRule } from '#contract/rules/agendas/automation.ts';

/** The form's state: numbers are strings until they are sent. */
export interface Written {
  nome: string;
  ativa: boolean;
  semComprarDe: string;
  semComprarAte: string;
  nuncaComprou: boolean;
  scores: CustomerScore[];
  tags: string[];
  regioes: { id: number; nome: string }[];
  vendedores: number[];
  filiais: number[];
  tipo: 'A' | 'C';
  assunto: string;
  descricao: string;
  hora: string;
  dias: string;
  maximo: string;
  respeitaFrequencia: boolean;
}

/** The field labels. */
export const LABELS: { readonly [K in keyof Written]: string } = {
  nome: 'Nome',
  ativa: 'Ativa',
  semComprarDe: 'Sem comprar de',
  semComprarAte: 'Sem comprar até',
  nuncaComprou: 'Também quem nunca comprou',
  scores: 'Score',
  tags: 'Categoria, classe ou rede',
  regioes: 'Regiões',
  vendedores: 'Vendedores do cliente',
  filiais: 'Filiais',
  tipo: 'Tipo',
  assunto: 'Assunto',
  descricao: 'Descrição',
  hora: 'A partir de',
  dias: 'Dias úteis',
  maximo: 'Máximo por dia',
  respeitaFrequencia: 'Respeitar a frequência de contato do cliente',
};

export const EMPTY: Written = {
  nome: '',
  ativa: true,
  semComprarDe: '',
  semComprarAte: '',
  nuncaComprou: false,
  scores: [],
  tags: [],
  regioes: [],
  vendedores: [],
  filiais: [],
  tipo: 'A',
  assunto: '',
  descricao: '',
  hora: '09:00',
  dias: '5',
  maximo: '100',
  respeitaFrequencia: true,
};

export function writtenOf({ nome, ativa, regra }: Automation): Written {
  const { clientes, agenda } = regra;
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  return {
    nome,
    ativa,
    semComprarDe: number(clientes.semComprarDe),
    semComprarAte: number(clientes.semComprarAte),
    nuncaComprou: clientes.nuncaComprou ?? false,
    scores: clientes.scores ?? [],
    tags: clientes.tags ?? [],
    regioes: (clientes.idRegioes ?? []).map((id) => ({ id, nome: `Região ${id}` })),
    vendedores: clientes.idVendedores ?? [],
    filiais: clientes.idFiliais ?? [],
    tipo: agenda.tipo,
    assunto: agenda.assunto,
    descricao: agenda.descricao ?? '',
    hora: agenda.hora,
    dias: String(regra.dias),
    maximo: String(regra.maximo),
    respeitaFrequencia: regra.respeitaFrequencia,
  };
}

/** Only filled-in fields restrict the customers. */
export function ruleOf(value: Written): AutomationRule {
  const list = <T>(items: T[]) => (items.length > 0 ? items : undefined);
  const clientes = {
    semComprarDe: value.semComprarDe ? Number(value.semComprarDe) : undefined,
    semComprarAte: value.semComprarAte ? Number(value.semComprarAte) : undefined,
    nuncaComprou: value.nuncaComprou || undefined,
    scores: list(value.scores),
    tags: list(value.tags),
    idRegioes: list(value.regioes.map(({ id }) => id)),
    idVendedores: list(value.vendedores),
    idFiliais: list(value.filiais),
  };
  return {
    clientes: Object.fromEntries(Object.entries(clientes).filter(([, each]) => each !== undefined)),
    agenda: {
      tipo: value.tipo,
      assunto: value.assunto,
      ...(value.descricao.trim() && { descricao: value.descricao }),
      hora: value.hora,
    },
    dias: Number(value.dias) || 0,
    maximo: Number(value.maximo) || 0,
    respeitaFrequencia: value.respeitaFrequencia,
  };
}

export const bodyOf = (value: Written) => ({ nome: value.nome, ativa: value.ativa, regra: ruleOf(value) });
