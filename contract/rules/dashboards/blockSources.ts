import type { Permission } from '../../permissions.ts';

/** Kinds of blocks that show no report but the day of whoever looks. */
export const SOURCE_KINDS = ['PROXIMO', 'REGISTROS', 'CONTADORES', 'META', 'CONTEUDO'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

interface SourceRule {
  readonly tipo: SourceKind;
  readonly titulo: string;
  readonly permissao: Permission;
  /** Only for those who work for the company. */
  readonly daEmpresa?: true;
}

/** What such a block can show; each person gets their own rows, with their own rights. */
export const blockSources = {
  'proximo-da-fila': {
    tipo: 'PROXIMO',
    titulo: 'Próximo da fila',
    permissao: 'SAC_TICKETS',
    daEmpresa: true,
  },
  'proxima-ligacao': { tipo: 'PROXIMO', titulo: 'Próxima ligação', permissao: 'AGENDA' },
  'tickets-urgentes': {
    ...{ tipo: 'REGISTROS', titulo: 'Meus mais urgentes', permissao: 'SAC_TICKETS' },
    daEmpresa: true,
  },
  'tickets-sem-operador': {
    ...{ tipo: 'REGISTROS', titulo: 'Sem operador', permissao: 'SAC_TICKETS' },
    daEmpresa: true,
  },
  'tickets-recentes': { tipo: 'REGISTROS', titulo: 'Movimentados por último', permissao: 'SAC_TICKETS' },
  'agendas-do-dia': { tipo: 'REGISTROS', titulo: 'Ligações de hoje, por valor', permissao: 'AGENDA' },
  'orcamentos-vencendo': { tipo: 'REGISTROS', titulo: 'Orçamentos a vencer', permissao: 'ORCAMENTO' },
  'links-nao-pagos': {
    ...{ tipo: 'REGISTROS', titulo: 'Links de pagamento não pagos' },
    permissao: 'PEDIDO_LINK_PAGAMENTO',
  },
  'meu-trabalho': {
    ...{ tipo: 'CONTADORES', titulo: 'O que espera por você', permissao: 'SAC_TICKETS' },
    daEmpresa: true,
  },
  'tickets-por-situacao': { tipo: 'CONTADORES', titulo: 'Tickets por situação', permissao: 'SAC_TICKETS' },
  'minhas-vendas': { tipo: 'CONTADORES', titulo: 'Vendas', permissao: 'CLIENTE' },
  'meta-do-mes': { tipo: 'META', titulo: 'Meta do mês', permissao: 'CLIENTE' },
  banners: { tipo: 'CONTEUDO', titulo: 'Banners', permissao: 'CLIENTE' },
  vitrines: { tipo: 'CONTEUDO', titulo: 'Vitrines', permissao: 'CLIENTE' },
} as const satisfies Record<string, SourceRule>;

export type BlockSource = keyof typeof blockSources;
export const BLOCK_SOURCES = Object.keys(blockSources) as BlockSource[];

export const isSource = (name: unknown): name is BlockSource =>
  typeof name === 'string' && Object.hasOwn(blockSources, name);

export const isSourceKind = (kind: string): kind is SourceKind =>
  (SOURCE_KINDS as readonly string[]).includes(kind);

/** The sources that a block of this kind can show. */
export const sourcesOf = (kind: SourceKind): BlockSource[] =>
  BLOCK_SOURCES.filter((name) => blockSources[name].tipo === kind);

/** What is not told of a source to whoever may not see it: not even that there is anything. */
export const sourceRule = (name: BlockSource): SourceRule => blockSources[name];
