/**
 * Who may do what. The modules are those of documents 000 section 2 and 001 section 2; the actions are those of docs/domain.md
 * 1. A role grants modules and their actions; everything else is refused.
 */

import type { PersonType } from './catalogs/personType.ts';
import { type OwnPermission, ownPermissionParts, ownPermissions, ownTypesIn } from './ownPermissions.ts';

export { PERSON_TYPES, type PersonType } from './catalogs/personType.ts';
export { type OwnPermission, ownPermissionParts, ownPermissions, ownTypesIn } from './ownPermissions.ts';

/** Module → its actions. */
export const MODULES = {
  SAC_HOME: [],
  SAC_DASHBOARD: [],
  SAC_TICKETS: [
    'TICKETS_CRIAR',
    'TICKETS_FINALIZAR',
    'TICKETS_ARQUIVAR',
    'TICKETS_RECLASSIFICAR',
    'TICKETS_JUNTAR',
    'TICKETS_REABRIR',
    'TICKETS_CANCELAR',
    'TICKETS_RESPONDER',
    'TICKETS_RESPONDER_INTERNO',
    'TICKETS_PRODUTOS',
    'TICKETS_CUSTOS',
    'TICKETS_CAMPOS',
    'TICKETS_LOTE',
    'TICKETS_EXPORTAR',
    'TICKETS_LIBERAR_NOTA',
    'TICKETS_EMAILS',
    'TICKETS_ETAPA_ABERTURA',
    'TICKETS_ETAPA_ANALISE_DEVOLUCAO',
    'TICKETS_ETAPA_COMPLEMENTO_CLIENTE',
    'TICKETS_ETAPA_ENVIO_NF_DEVOLUCAO',
    'TICKETS_ETAPA_NF_ENTRADA_PROPRIA',
    'TICKETS_ETAPA_COLETA',
    'TICKETS_ETAPA_CONFERENCIA_DEVOLUCAO',
    'TICKETS_ETAPA_DIVERGENCIA',
    'TICKETS_ETAPA_FINANCEIRO',
    'TICKETS_ETAPA_PRORROGACAO_LOGISTICA',
    'TICKETS_ETAPA_PRORROGACAO_FINANCEIRO',
    'TICKETS_ETAPA_TRATATIVA',
    'TICKETS_ETAPA_TROCA',
    'TICKETS_ETAPA_REENVIO',
    'TICKETS_ETAPA_RESSARCIMENTO',
    'TICKETS_ETAPA_RESPOSTA',
  ],
  SAC_COLETAS: ['COLETAS_GERAR', 'COLETAS_CONFIRMAR'],
  SAC_RELATORIO: ['RELATORIOS_EXPORTAR', 'RELATORIOS_AGENDAR'],
  SAC_FAQ: ['FAQ_EDITAR'],
  SAC_CLIENTE: [
    'SAC_CLIENTE_PESQUISAR',
    'SAC_CLIENTE_CADASTRAR',
    'SAC_CLIENTE_ALTERAR',
    'SAC_CLIENTE_EXPORTAR',
  ],
  SAC_CARGA_INICIAL: [],
  SAC_AVISOS: ['AVISOS_EDITAR'],
  CALLCENTER_CARGA_INICIAL: [],
  /** The customer panel: one action per tab, and those that change something. */
  CLIENTE: [
    'CLIENTE_DADOS_CADASTRAIS',
    'CLIENTE_LOGISTICA',
    'CLIENTE_AGENDAS',
    'CLIENTE_AGENDAS_COBRANCA',
    'CLIENTE_FREQUENCIA',
    'CLIENTE_ORCAMENTOS',
    'CLIENTE_PEDIDOS',
    'CLIENTE_BOLETOS',
    'CLIENTE_NOTAS_FISCAIS',
    'CLIENTE_TICKETS_SAC',
    'CLIENTE_REPRESENTANTES',
    'CLIENTE_VENDEDORES',
    'CLIENTE_CONTATOS',
    'CLIENTE_CONTATOS_CADASTRA',
    'CLIENTE_TELEFONES',
    'CLIENTE_EMAILS',
    'CLIENTE_HISTORICO_ATENDIMENTO',
    'CLIENTE_RELATORIOS',
    'CLIENTE_INFORMACOES_ADICIONAIS',
    'CLIENTE_LIMITES_CREDITO',
    'CLIENTE_ATIVIDADES',
    'CLIENTE_CADASTRA',
    'CLIENTE_EDITAR',
    'CLIENTE_FLEX',
    'CLIENTES_UNIR',
  ],
  ORCAMENTO: [
    'ORCAMENTO_EDITAR',
    'ORCAMENTO_EXCLUIR',
    'ORCAMENTO_TRANSFERIR',
    'ORCAMENTO_LIBERAR',
    'ORCAMENTO_SINALEIRAS',
  ],
  ORCAMENTO_PARADO: [],
  PEDIDO_OPERADOR: [],
  PEDIDO: ['PEDIDO_LIBERAR_FATURAMENTO', 'PEDIDO_CANCELAR', 'PEDIDO_LINK_PAGAMENTO'],
  AGENDA: ['AGENDA_EDITAR', 'AGENDA_SUPERVISAO'],
  AUTOMACAO: ['AUTOMACAO_EDITAR'],
  ATENDIMENTO: ['ATENDIMENTO_DISCAR'],
  GERENCIA_OBJETIVO: ['OBJETIVO_EDITAR'],
  GERENCIA_CAMPANHA: ['CAMPANHA_APURAR'],
  PRECO_NEGOCIADO: ['PRECO_NEGOCIADO_SOLICITAR', 'PRECO_NEGOCIADO_DECIDIR'],
  SOLICITACOES_TROCA: ['SOLICITACOES_TROCA_CRIAR'],
  ACOMPANHAMENTO: [],
  ACOMPANHAMENTO_CLIENTE: ['ACOMPANHAMENTO_CLIENTE_EDITAR'],
  CONTA_CORRENTE: ['CONTA_CORRENTE_TODAS', 'CONTA_CORRENTE_TRANSFERIR'],
  CONFIGURACAO_FV: [],
  CONTA: ['VISOES_EQUIPE'],
  CONFIGURACAO: [
    'CONFIGURACAO_EMAILS',
    'CONFIGURACAO_RESPOSTAS',
    'CONFIGURACAO_PAGINA_INICIAL',
    'CONFIGURACAO_ESQUEMAS',
    'CONFIGURACAO_RELATORIOS',
    'CONFIGURACAO_FLUXOS',
    'CONFIGURACAO_REGRAS',
    'CONFIGURACAO_PUBLICAR',
    'CONFIGURACAO_PARAMETROS',
    'CONFIGURACAO_PERFIS',
    'CONFIGURACAO_PESSOAS',
    'CONFIGURACAO_VER_COMO',
    'CONFIGURACAO_CHAVES',
    'CONFIGURACAO_WEBHOOKS',
    'CONFIGURACAO_SAUDE',
    'CONFIGURACAO_PRIVACIDADE',
  ],
  AUDITORIA: [],
  /** Documents, phones, e-mails, addresses and dates of birth in full; without it they are masked in every response. */
  DADOS_PESSOAIS: [],
  /** The company's own records, by group: the module permits reading, its actions writing. */
  CADASTROS_EMPRESA: [
    'CADASTROS_EMPRESA_CRIAR',
    'CADASTROS_EMPRESA_ALTERAR',
    'CADASTROS_EMPRESA_EXCLUIR',
    'CADASTROS_EMPRESA_IMPORTAR',
  ],
  CADASTROS_COMERCIAL: [
    'CADASTROS_COMERCIAL_CRIAR',
    'CADASTROS_COMERCIAL_ALTERAR',
    'CADASTROS_COMERCIAL_EXCLUIR',
    'CADASTROS_COMERCIAL_IMPORTAR',
  ],
  CADASTROS_PRODUTOS: [
    'CADASTROS_PRODUTOS_CRIAR',
    'CADASTROS_PRODUTOS_ALTERAR',
    'CADASTROS_PRODUTOS_EXCLUIR',
    'CADASTROS_PRODUTOS_IMPORTAR',
  ],
  CADASTROS_CLIENTES: [
    'CADASTROS_CLIENTES_CRIAR',
    'CADASTROS_CLIENTES_ALTERAR',
    'CADASTROS_CLIENTES_EXCLUIR',
    'CADASTROS_CLIENTES_IMPORTAR',
    'NOTAS_IMPORTAR_XML',
  ],
  CADASTROS_LISTAS: [
    'CADASTROS_LISTAS_CRIAR',
    'CADASTROS_LISTAS_ALTERAR',
    'CADASTROS_LISTAS_EXCLUIR',
    'CADASTROS_LISTAS_IMPORTAR',
  ],
  /** For types that the company created itself and for which nobody has chosen yet who may do what (`ownPermission`). */
  CADASTROS_PROPRIOS: [
    'CADASTROS_PROPRIOS_CRIAR',
    'CADASTROS_PROPRIOS_ALTERAR',
    'CADASTROS_PROPRIOS_EXCLUIR',
    'CADASTROS_PROPRIOS_IMPORTAR',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Module = keyof typeof MODULES;
export type Action = (typeof MODULES)[Module][number];

/** `public`: no sign-in needed. `session`: anyone signed in. Otherwise a module or one of its actions. */
export type Permission = 'public' | 'session' | Module | Action | OwnPermission;

/** The shape that `carga` returns and that a role stores (docs/domain.md 1). */
export interface ModuleGrant {
  nome: string;
  autorizado: boolean;
  moduloAcoes: { nome: string; autorizado: boolean }[];
}

/** Wrapped in a function so that the console, which never reads them, can leave them out of its first load. */
function defaultGrants(): Record<PersonType, readonly Permission[]> {
  /** What everyone who signs in may do. */
  const EVERYBODY: Permission[] = [
    'SAC_HOME',
    'SAC_TICKETS',
    'TICKETS_CRIAR',
    'TICKETS_RESPONDER',
    'SAC_FAQ',
    'SAC_AVISOS',
    'CONTA',
    'SAC_CARGA_INICIAL',
    'DADOS_PESSOAIS',
  ];
  /** End consumers may withdraw and reopen their own tickets, within the window of the parameters. */
  const CONSUMER: Permission[] = [...EVERYBODY, 'TICKETS_CANCELAR', 'TICKETS_REABRIR'];
  /** The call-center for sellers: their customers, quotes, orders and contacts. */
  const SELLING: Permission[] = [
    'CLIENTE',
    ...MODULES.CLIENTE.filter((name) => name !== 'CLIENTE_FLEX' && name !== 'CLIENTES_UNIR'),
    'ORCAMENTO',
    'ORCAMENTO_EDITAR',
    'ORCAMENTO_EXCLUIR',
    'ORCAMENTO_LIBERAR',
    'PEDIDO_OPERADOR',
    'PEDIDO_LINK_PAGAMENTO',
    'PEDIDO',
    'AGENDA',
    'AGENDA_EDITAR',
    'AUTOMACAO',
    'ATENDIMENTO',
    'ATENDIMENTO_DISCAR',
    'PRECO_NEGOCIADO',
    'PRECO_NEGOCIADO_SOLICITAR',
    'SOLICITACOES_TROCA',
    'SOLICITACOES_TROCA_CRIAR',
    'ACOMPANHAMENTO',
    'ACOMPANHAMENTO_CLIENTE',
    'CONTA_CORRENTE',
  ];
  /** What call-center leaders need: everyone's quotes, agendas, goals and prices. */
  const LEADING: Permission[] = [
    'CLIENTE_FLEX',
    'CLIENTES_UNIR',
    'ORCAMENTO_TRANSFERIR',
    'ORCAMENTO_SINALEIRAS',
    'ORCAMENTO_PARADO',
    'PEDIDO_LIBERAR_FATURAMENTO',
    'PEDIDO_CANCELAR',
    'AGENDA_SUPERVISAO',
    'AUTOMACAO_EDITAR',
    'ACOMPANHAMENTO_CLIENTE_EDITAR',
    'GERENCIA_OBJETIVO',
    'OBJETIVO_EDITAR',
    'GERENCIA_CAMPANHA',
    'CAMPANHA_APURAR',
    'PRECO_NEGOCIADO_DECIDIR',
    'CONTA_CORRENTE_TODAS',
    'CONTA_CORRENTE_TRANSFERIR',
    'CONFIGURACAO_FV',
  ];
  const STAFF: Permission[] = [
    ...EVERYBODY,
    'SAC_CLIENTE',
    'SAC_CLIENTE_PESQUISAR',
    'SAC_DASHBOARD',
    'SAC_RELATORIO',
    'TICKETS_RESPONDER_INTERNO',
    'TICKETS_CANCELAR',
    'TICKETS_EXPORTAR',
    'TICKETS_ETAPA_ABERTURA',
    'TICKETS_ETAPA_COMPLEMENTO_CLIENTE',
    'TICKETS_ETAPA_RESPOSTA',
    'CALLCENTER_CARGA_INICIAL',
    ...SELLING,
  ];
  const ALL_STEPS: Permission[] = MODULES.SAC_TICKETS.filter((name) => name.startsWith('TICKETS_ETAPA_'));
  const OPERATOR_GRANTS: Permission[] = [
    ...new Set<Permission>([...STAFF, ...ALL_STEPS]),
    'TICKETS_FINALIZAR',
    'TICKETS_REABRIR',
    'TICKETS_JUNTAR',
    'TICKETS_PRODUTOS',
    'TICKETS_CUSTOS',
    'TICKETS_CAMPOS',
    'TICKETS_LOTE',
    'SAC_CLIENTE_CADASTRAR',
    'SAC_CLIENTE_ALTERAR',
    'SAC_CLIENTE_EXPORTAR',
    'RELATORIOS_EXPORTAR',
    'SAC_COLETAS',
    'COLETAS_GERAR',
    'COLETAS_CONFIRMAR',
  ];
  const READ_RECORDS = [
    'CADASTROS_EMPRESA',
    'CADASTROS_COMERCIAL',
    'CADASTROS_PRODUTOS',
    'CADASTROS_CLIENTES',
    'CADASTROS_LISTAS',
    'CADASTROS_PROPRIOS',
  ] as const;
  const LEAD: Permission[] = [
    ...OPERATOR_GRANTS,
    'TICKETS_ARQUIVAR',
    'TICKETS_RECLASSIFICAR',
    'TICKETS_LIBERAR_NOTA',
    'TICKETS_EMAILS',
    'RELATORIOS_AGENDAR',
    'FAQ_EDITAR',
    'AVISOS_EDITAR',
    'VISOES_EQUIPE',
    ...LEADING,
    ...READ_RECORDS,
  ];

  return {
    ADMIN: [
      ...LEAD,
      'CONFIGURACAO',
      ...MODULES.CONFIGURACAO,
      'AUDITORIA',
      ...READ_RECORDS.flatMap((group) => MODULES[group]),
    ],
    GERENTE: [
      ...LEAD,
      ...MODULES.CADASTROS_COMERCIAL,
      ...MODULES.CADASTROS_PRODUTOS,
      ...MODULES.CADASTROS_CLIENTES,
      ...MODULES.CADASTROS_LISTAS,
      ...MODULES.CADASTROS_PROPRIOS,
      'CONFIGURACAO',
      'CONFIGURACAO_RESPOSTAS',
      'CONFIGURACAO_PAGINA_INICIAL',
      'CONFIGURACAO_RELATORIOS',
      'CONFIGURACAO_PUBLICAR',
      'AUDITORIA',
    ],
    SUPERVISOR: [...LEAD, 'CONFIGURACAO', 'CONFIGURACAO_RESPOSTAS', 'CONFIGURACAO_PAGINA_INICIAL'],
    OPERADOR: OPERATOR_GRANTS,
    VENDEDOR: STAFF,
    // What the company writes for itself is not theirs to read or write.
    REPRESENTANTE: STAFF.filter((permission) => permission !== 'TICKETS_RESPONDER_INTERNO'),
    CONSUMIDOR_FINAL: CONSUMER,
  };
}

/** Default grants by person type; stored by the seed and used as the oracle of the permission tests. */
export const DEFAULT_GRANTS = /* @__PURE__ */ defaultGrants();

const moduleOf = new Map<string, Module>(
  (Object.keys(MODULES) as Module[]).flatMap((name) =>
    MODULES[name].map((action) => [action, name] as const),
  ),
);

/** A permission together with the module it requires. */
export function withModule(permission: Permission): Permission[] {
  const owner = moduleOf.get(permission) ?? ownPermissionParts(permission)?.module;
  return owner && owner !== permission ? [owner, permission] : [permission];
}

/**
 * Whether a set of grants allows a permission. An action also requires its module. As long as nobody has chosen who may do what
 * with a type of the company's own, CADASTROS_PROPRIOS and its actions decide, as they did before types had their own.
 */
export function allows(grants: readonly ModuleGrant[], permission: Permission): boolean {
  if (permission === 'public' || permission === 'session') return true;
  const own = ownPermissionParts(permission);
  const owner = own ? (own.action ? own.module : undefined) : moduleOf.get(permission);
  const grant = grants.find((g) => g.nome === (owner ?? permission));
  if (own && !grant)
    return allows(grants, own.action ? `CADASTROS_PROPRIOS_${own.action}` : 'CADASTROS_PROPRIOS');
  if (!grant?.autorizado) return false;
  return !owner || grant.moduloAcoes.some((a) => a.nome === permission && a.autorizado);
}

/**
 * All modules with their flags, built from a flat list of permissions, and those of the given types of the company's own. Of a
 * type that is among them, what is not held is refused; of any other, CADASTROS_PROPRIOS decides.
 */
export function grantsOf(
  permissions: readonly Permission[],
  ownTypes: readonly string[] = ownTypesIn(permissions),
): ModuleGrant[] {
  const grants = new Set<string>(permissions);
  const granted = (nome: string, actions: readonly string[]): ModuleGrant => ({
    nome,
    autorizado: grants.has(nome),
    moduloAcoes: actions.map((acao) => ({ nome: acao, autorizado: grants.has(acao) })),
  });
  return [
    ...(Object.keys(MODULES) as Module[]).map((nome) => granted(nome, MODULES[nome])),
    ...ownTypes.map((type) => {
      const [module, ...actions] = ownPermissions(type);
      return granted(module ?? '', actions);
    }),
  ];
}
