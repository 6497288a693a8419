import type { IconName } from '../../catalogs/catalog.ts';
import type { Permission } from '../../permissions.ts';
import type { OwnRecordType } from '../../records/ownTypes.ts';

/** Every tab that the customer panel can show, by its key in the address and in schemas/panels. */
export const PANEL_TABS = [
  'dados',
  'informacoes-adicionais',
  'logistica',
  'agendas',
  'agendas-cobranca',
  'frequencia',
  'orcamentos',
  'pedidos',
  'boletos',
  'notas-fiscais',
  'tickets',
  'representantes',
  'vendedores',
  'contatos',
  'telefones',
  'emails',
  'historico',
  'consultas',
] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

const OWN = 'cadastro-';

/** The tab of a record type that the company made itself, as the address and schemas/panels have it. */
type OwnTab = `${typeof OWN}${string}`;

export const ownTabOf = (type: string): OwnTab => `${OWN}${type}`;

/** The type whose records a tab lists; `null` of a tab of the console. */
export const typeOfTab = (tab: string): string | null => (tab.startsWith(OWN) ? tab.slice(OWN.length) : null);

/** What the calls of a tab ask for: without these it would open and show nothing but refusals. */
export const tabPermissions: Readonly<Record<PanelTab, readonly Permission[]>> = {
  dados: ['CLIENTE_DADOS_CADASTRAIS'],
  'informacoes-adicionais': ['CLIENTE_INFORMACOES_ADICIONAIS'],
  logistica: ['CLIENTE_LOGISTICA'],
  agendas: ['CLIENTE_AGENDAS'],
  'agendas-cobranca': ['CLIENTE_AGENDAS_COBRANCA'],
  frequencia: ['CLIENTE_FREQUENCIA', 'AUTOMACAO'],
  orcamentos: ['CLIENTE_ORCAMENTOS'],
  pedidos: ['CLIENTE_PEDIDOS'],
  boletos: ['CLIENTE_BOLETOS'],
  'notas-fiscais': ['CLIENTE_NOTAS_FISCAIS'],
  tickets: ['CLIENTE_TICKETS_SAC'],
  representantes: ['CLIENTE_REPRESENTANTES'],
  vendedores: ['CLIENTE_VENDEDORES'],
  contatos: ['CLIENTE_CONTATOS'],
  telefones: ['CLIENTE_TELEFONES'],
  emails: ['CLIENTE_EMAILS'],
  historico: ['CLIENTE_HISTORICO_ATENDIMENTO'],
  consultas: ['CLIENTE_RELATORIOS', 'SAC_RELATORIO'],
};

interface PanelGroup {
  chave: string;
  titulo: string;
}

export interface PanelTabDefinition {
  chave: PanelTab | OwnTab;
  titulo: string;
  grupo: string;
  icone: IconName;
  /** Everything that somebody must hold to see the tab; of an own type beside what the type itself asks for. */
  permissoes: Permission[];
  /** How many there are stands beside the title. */
  contador?: boolean;
  oculta?: boolean;
}

/** schemas/panels: which tabs a panel has, in which order and groups, and who sees them. */
export interface PanelDefinition {
  formato: 1;
  id: string;
  titulo: string;
  descricao?: string;
  grupos: PanelGroup[];
  abas: PanelTabDefinition[];
}

type Can = (permission: Permission) => boolean;

/** The first permission of a tab that a person lacks; `undefined` when it opens for them. */
export const missingPermission = (
  { permissoes }: Pick<PanelTabDefinition, 'permissoes'>,
  can: Can,
): Permission | undefined => permissoes.find((each) => !can(each));

/** The groups that somebody sees, in the order of the definition, each with its tabs. */
export function panelGroups<Tab extends Pick<PanelTabDefinition, 'grupo' | 'permissoes' | 'oculta'>>(
  { grupos, abas }: { grupos: PanelGroup[]; abas: Tab[] },
  can: Can,
): (PanelGroup & { abas: Tab[] })[] {
  const shown = abas.filter((tab) => !tab.oculta && !missingPermission(tab, can));
  return grupos
    .map((group) => ({ ...group, abas: shown.filter(({ grupo }) => grupo === group.chave) }))
    .filter((group) => group.abas.length > 0);
}

/** The tabs of a panel as somebody may see them. */
interface ShownPanel {
  grupos: PanelGroup[];
  abas: PanelTabDefinition[];
}

const GROUP: PanelGroup = { chave: 'cadastros-proprios', titulo: 'Cadastros próprios' };

/**
 * The tabs of the company's own types: where the panel's definition puts them, and those that it does not name behind the
 * others. A type that says nothing of the panel has none, whatever the definition names; of a type only who may read it is
 * told.
 */
export function withOwnTabs(
  { grupos, abas }: Pick<PanelDefinition, 'grupos' | 'abas'>,
  types: readonly Pick<OwnRecordType, 'chave' | 'titulo' | 'icone' | 'noPainelDoCliente'>[],
): ShownPanel {
  const own = types.filter(({ noPainelDoCliente }) => noPainelDoCliente !== null);
  const known = new Set<string>(own.map(({ chave }) => ownTabOf(chave)));
  const placed = abas.filter(({ chave }) => typeOfTab(chave) === null || known.has(chave));
  const named = new Set<string>(abas.map(({ chave }) => chave));
  const others = own
    .filter(({ chave }) => !named.has(ownTabOf(chave)))
    .map(
      ({ chave, titulo: { muitos }, icone }): PanelTabDefinition => ({
        chave: ownTabOf(chave),
        titulo: muitos.charAt(0).toUpperCase() + muitos.slice(1),
        grupo: GROUP.chave,
        icone: icone as IconName,
        permissoes: [],
        contador: true,
      }),
    );
  if (others.length === 0) return { grupos, abas: placed };
  const isThere = grupos.some(({ chave }) => chave === GROUP.chave);
  return { grupos: isThere ? grupos : [...grupos, GROUP], abas: [...placed, ...others] };
}
