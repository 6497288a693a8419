/**
 * Who may do what. The modules are those of documents 000 section 2 and 001 section 2; the actions are those of
 * DOMAIN.md section 1. A role grants modules and their actions; what is not granted is refused.
 */

export const PERSON_TYPES = [
  'ADMIN',
  'GERENTE',
  'SUPERVISOR',
  'OPERADOR',
  'VENDEDOR',
  'REPRESENTANTE',
  'CONSUMIDOR_FINAL',
] as const;
export type PersonType = (typeof PERSON_TYPES)[number];

/** Module → its actions. */
export const MODULES = {
  SAC_HOME: [],
  SAC_DASHBOARD: [],
  SAC_TICKETS: [
    'TICKETS_CRIAR',
    'TICKETS_FINALIZAR',
    'TICKETS_ARQUIVAR',
    'TICKETS_RECLASSIFICAR',
    'TICKETS_REABRIR',
  ],
  SAC_COLETAS: [],
  SAC_RELATORIO: [],
  SAC_FAQ: [],
  SAC_CLIENTE: ['SAC_CLIENTE_PESQUISAR', 'SAC_CLIENTE_CADASTRAR'],
  SAC_CARGA_INICIAL: [],
  SAC_AVISOS: [],
  CONTA: [],
  CONFIGURACAO: ['CONFIGURACAO_EMAILS'],
} as const satisfies Record<string, readonly string[]>;

export type Module = keyof typeof MODULES;
export type Action = (typeof MODULES)[Module][number];

/**
 * `public`: nobody need sign in. `session`: whoever is signed in. Otherwise a module or one of its actions.
 */
export type Permission = 'public' | 'session' | Module | Action;

/** The shape that `carga` answers, and that a role stores (DOMAIN.md section 1). */
export interface ModuleGrant {
  nome: string;
  autorizado: boolean;
  moduloAcoes: { nome: string; autorizado: boolean }[];
}

const SERVICE: Permission[] = [
  'SAC_HOME',
  'SAC_TICKETS',
  'TICKETS_CRIAR',
  'SAC_FAQ',
  'SAC_AVISOS',
  'CONTA',
  'SAC_CARGA_INICIAL',
];
const STAFF: Permission[] = [...SERVICE, 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR'];
const LEAD: Permission[] = [
  ...STAFF,
  'TICKETS_FINALIZAR',
  'TICKETS_ARQUIVAR',
  'TICKETS_RECLASSIFICAR',
  'TICKETS_REABRIR',
];

/** Default grants by person type: what the seed stores, and the oracle of the permission tests. */
export const DEFAULT_GRANTS: Record<PersonType, readonly Permission[]> = {
  ADMIN: [...LEAD, 'SAC_CLIENTE_CADASTRAR', 'CONFIGURACAO', 'CONFIGURACAO_EMAILS'],
  GERENTE: [...LEAD, 'SAC_CLIENTE_CADASTRAR'],
  SUPERVISOR: [...LEAD, 'SAC_CLIENTE_CADASTRAR'],
  OPERADOR: [...STAFF, 'TICKETS_FINALIZAR', 'SAC_CLIENTE_CADASTRAR'],
  VENDEDOR: STAFF,
  REPRESENTANTE: STAFF,
  CONSUMIDOR_FINAL: SERVICE,
};

const moduleOf = new Map<string, Module>(
  (Object.keys(MODULES) as Module[]).flatMap((name) =>
    MODULES[name].map((action) => [action, name] as const),
  ),
);

/** Whether a set of grants allows a permission: an action needs its module as well. */
export function allows(grants: readonly ModuleGrant[], permission: Permission): boolean {
  if (permission === 'public' || permission === 'session') return true;
  const owner = moduleOf.get(permission);
  const grant = grants.find((g) => g.nome === (owner ?? permission));
  if (!grant?.autorizado) return false;
  return !owner || grant.moduloAcoes.some((a) => a.nome === permission && a.autorizado);
}

/** Every module with its flags, from a flat list of permissions. */
export function grantsOf(permissions: readonly Permission[]): ModuleGrant[] {
  const held = new Set<string>(permissions);
  return (Object.keys(MODULES) as Module[]).map((nome) => ({
    nome,
    autorizado: held.has(nome),
    moduloAcoes: MODULES[nome].map((acao) => ({ nome: acao, autorizado: held.has(acao) })),
  }));
}
