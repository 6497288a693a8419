import type { IconName } from '../../catalogs/catalog.ts';
import { MODULES, type Permission } from '../../permissions.ts';
import type { OwnRecordType } from '../../records/routes/ownTypes.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import type { DefinitionProblem } from '../definitions/definition.ts';
import { listText, upperFirst } from '../text.ts';

/** Every tab that the customer panel can show, by its key in addresses and in schemas/panels. */
export const PANEL_TABS = [
  'agora',
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

const CUSTOM_TAB_PREFIX = 'cadastro-';

/** The tab of a record type that the company created itself, as used in addresses and in schemas/panels. */
type CustomTab = `${typeof CUSTOM_TAB_PREFIX}${string}`;

export const customTabOf = (type: string): CustomTab => `${CUSTOM_TAB_PREFIX}${type}`;

/** The type whose records a tab lists; `null` for one of the console's own tabs. */
export const typeOfTab = (tab: string): string | null =>
  tab.startsWith(CUSTOM_TAB_PREFIX) ? tab.slice(CUSTOM_TAB_PREFIX.length) : null;

type ConsoleTab = Pick<PanelTabDefinition, 'titulo' | 'icone' | 'permissoes' | 'contador'>;

/**
 * The console's own tabs as they are shipped. The permissions are those of the calls of a tab; without them it would show nothing
 * but errors.
 */
const consoleTabs: Readonly<Record<PanelTab, ConsoleTab>> = {
  agora: { titulo: 'Agora', icone: 'PointOfSale', permissoes: ['CLIENTE'] },
  dados: { titulo: 'Dados Cadastrais', icone: 'Badge', permissoes: ['CLIENTE_DADOS_CADASTRAIS'] },
  'informacoes-adicionais': {
    titulo: 'Informações Adicionais',
    icone: 'Description',
    permissoes: ['CLIENTE_INFORMACOES_ADICIONAIS'],
    contador: true,
  },
  logistica: { titulo: 'Logística', icone: 'LocalShipping', permissoes: ['CLIENTE_LOGISTICA'] },
  agendas: { titulo: 'Agendas', icone: 'Event', permissoes: ['CLIENTE_AGENDAS'], contador: true },
  'agendas-cobranca': {
    titulo: 'Agendas de Cobrança',
    icone: 'EventBusy',
    permissoes: ['CLIENTE_AGENDAS_COBRANCA'],
    contador: true,
  },
  frequencia: {
    titulo: 'Frequência de Atendimento',
    icone: 'Autorenew',
    permissoes: ['CLIENTE_FREQUENCIA', 'AUTOMACAO'],
  },
  orcamentos: {
    titulo: 'Orçamentos',
    icone: 'RequestQuote',
    permissoes: ['CLIENTE_ORCAMENTOS'],
    contador: true,
  },
  pedidos: {
    titulo: 'Pedidos',
    icone: 'ShoppingCartCheckout',
    permissoes: ['CLIENTE_PEDIDOS'],
    contador: true,
  },
  boletos: { titulo: 'Boletos', icone: 'Paid', permissoes: ['CLIENTE_BOLETOS'], contador: true },
  'notas-fiscais': {
    titulo: 'Notas Fiscais',
    icone: 'ReceiptLong',
    permissoes: ['CLIENTE_NOTAS_FISCAIS'],
    contador: true,
  },
  tickets: { titulo: 'Tickets SAC', icone: 'Feedback', permissoes: ['CLIENTE_TICKETS_SAC'], contador: true },
  representantes: {
    titulo: 'Representantes',
    icone: 'SupervisorAccount',
    permissoes: ['CLIENTE_REPRESENTANTES'],
  },
  vendedores: {
    titulo: 'Vendedores',
    icone: 'AssignmentInd',
    permissoes: ['CLIENTE_VENDEDORES'],
    contador: true,
  },
  contatos: { titulo: 'Contatos', icone: 'AccountCircle', permissoes: ['CLIENTE_CONTATOS'], contador: true },
  telefones: { titulo: 'Telefones', icone: 'HeadsetMic', permissoes: ['CLIENTE_TELEFONES'], contador: true },
  emails: { titulo: 'E-mails', icone: 'MarkEmailRead', permissoes: ['CLIENTE_EMAILS'], contador: true },
  historico: {
    titulo: 'Histórico de Atendimento',
    icone: 'QuestionAnswer',
    permissoes: ['CLIENTE_HISTORICO_ATENDIMENTO'],
    contador: true,
  },
  consultas: { titulo: 'Consultas', icone: 'Search', permissoes: ['CLIENTE_RELATORIOS', 'SAC_RELATORIO'] },
};

/** A tab as it begins, in no group yet; one of an own type asks for what the type itself asks. */
export const defaultTab = (
  chave: PanelTabDefinition['chave'],
  titulo = '',
): Omit<PanelTabDefinition, 'grupo'> => ({
  chave,
  ...(typeOfTab(chave) === null
    ? consoleTabs[chave as PanelTab]
    : { titulo: upperFirst(titulo).slice(0, 40), icone: 'Description', permissoes: [], contador: true }),
});

/** What a tab cannot do without. */
export const neededPermissions = (chave: PanelTabDefinition['chave']): readonly Permission[] =>
  typeOfTab(chave) === null ? consoleTabs[chave as PanelTab].permissoes : [];

export interface PanelGroup {
  chave: string;
  titulo: string;
}

export interface PanelTabDefinition {
  chave: PanelTab | CustomTab;
  titulo: string;
  grupo: string;
  icone: IconName;
  /** All permissions needed to see the tab; for a custom type, in addition to those of the type itself. */
  permissoes: Permission[];
  /** Shows the number of entries beside the title. */
  contador?: boolean;
  oculta?: boolean;
}

/** schemas/panels: the tabs of a panel, their order and groups, and who sees them. */
export interface PanelDefinition {
  formato: 1;
  id: string;
  titulo: string;
  descricao?: string;
  grupos: PanelGroup[];
  abas: PanelTabDefinition[];
}

type Can = (permission: Permission) => boolean;

/** The first permission of a tab that a person lacks; `undefined` if they may open it. */
export const missingPermission = (
  { permissoes }: Pick<PanelTabDefinition, 'permissoes'>,
  can: Can,
): Permission | undefined => permissoes.find((each) => !can(each));

/** The groups that a person sees, in the order of the definition, each with its tabs. */
export function panelGroups<Tab extends Pick<PanelTabDefinition, 'grupo' | 'permissoes' | 'oculta'>>(
  { grupos, abas }: { grupos: PanelGroup[]; abas: Tab[] },
  can: Can,
): (PanelGroup & { abas: Tab[] })[] {
  const shown = abas.filter((tab) => !tab.oculta && !missingPermission(tab, can));
  return grupos
    .map((group) => ({ ...group, abas: shown.filter(({ grupo }) => grupo === group.chave) }))
    .filter((group) => group.abas.length > 0);
}

/** The part of a panel that a person may see. */
interface ShownPanel {
  grupos: PanelGroup[];
  abas: PanelTabDefinition[];
}

const NOW: PanelTab = 'agora';

/**
 * A panel published before there was the tab 'Agora' has it first, in a group of its own. One that names the tab, even hidden,
 * stays as it is.
 */
export function withNowTab<Panel extends Pick<PanelDefinition, 'grupos' | 'abas'>>(panel: Panel): Panel {
  if (panel.abas.some(({ chave }) => chave === NOW)) return panel;
  const group: PanelGroup = { chave: NOW, titulo: consoleTabs[NOW].titulo };
  return {
    ...panel,
    grupos: [group, ...panel.grupos.filter(({ chave }) => chave !== NOW)],
    abas: [{ chave: NOW, ...consoleTabs[NOW], grupo: NOW }, ...panel.abas],
  };
}

const GROUP: PanelGroup = { chave: 'cadastros-proprios', titulo: 'Cadastros próprios' };

/**
 * Adds the tabs of the company's own types: where the panel's definition places them, and the unnamed ones after the others.
 * A type that is not meant for the panel has no tab even if the definition names it, and a type is revealed only to people
 * who may read it.
 */
export function withCustomTabs(
  { grupos, abas }: Pick<PanelDefinition, 'grupos' | 'abas'>,
  types: readonly Pick<OwnRecordType, 'chave' | 'titulo' | 'icone' | 'noPainelDoCliente'>[],
): ShownPanel {
  const own = types.filter(({ noPainelDoCliente }) => noPainelDoCliente !== null);
  const ownTabs = new Set<string>(own.map(({ chave }) => customTabOf(chave)));
  const placed = abas.filter(({ chave }) => typeOfTab(chave) === null || ownTabs.has(chave));
  const named = new Set<string>(abas.map(({ chave }) => chave));
  const others = own
    .filter(({ chave }) => !named.has(customTabOf(chave)))
    .map(
      ({ chave, titulo: { muitos }, icone }): PanelTabDefinition => ({
        chave: customTabOf(chave),
        titulo: upperFirst(muitos),
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

const moduleKeys = new Set<string>([...Object.keys(MODULES), ...Object.values(MODULES).flat()]);

/**
 * Checks that a meta-schema cannot express: unique keys, existing groups, and the permissions required by the tab's calls.
 */
export function panelProblems({ grupos, abas }: PanelDefinition): DefinitionProblem[] {
  const groups = new Set(grupos.map(({ chave }) => chave));
  return [
    ...repeated('grupos', grupos, 'Este grupo já existe acima. Dê outra chave a um deles.'),
    ...repeated('abas', abas, 'Esta aba já está acima. Retire uma das duas.'),
    ...abas.flatMap((tab, index) => tabProblems(tab, `/abas/${index}`, groups)),
    ...emptyGroups({ grupos, abas }),
    ...(abas.some(({ oculta }) => !oculta)
      ? []
      : [error('/abas', 'Todas as abas estão ocultas: deixe ao menos uma à vista.')]),
  ];
}

function tabProblems(
  tab: PanelTabDefinition,
  pointer: string,
  groups: ReadonlySet<string>,
): DefinitionProblem[] {
  const odd = tab.permissoes.filter((each) => !moduleKeys.has(each));
  // For records of a custom type, the type itself defines the permissions.
  const missing = neededPermissions(tab.chave).filter((each) => !tab.permissoes.includes(each));
  return [
    ...(groups.has(tab.grupo)
      ? []
      : [
          error(
            `${pointer}/grupo`,
            `O grupo "${tab.grupo}" não está entre os grupos. Inclua-o, ou escolha outro.`,
          ),
        ]),
    ...(odd.length > 0
      ? [error(`${pointer}/permissoes`, `Não existe a permissão ${odd.join(', ')}. Confira o nome.`)]
      : []),
    ...(missing.length > 0
      ? [
          error(
            `${pointer}/permissoes`,
            `Inclua ${listText(missing)}: sem isso a aba abriria e não carregaria nada.`,
          ),
        ]
      : []),
  ];
}

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

const repeated = (list: string, parts: readonly { chave: string }[], message: string): DefinitionProblem[] =>
  parts.flatMap(({ chave }, index) =>
    parts.findIndex((each) => each.chave === chave) < index
      ? [error(`/${list}/${index}/chave`, message)]
      : [],
  );

const emptyGroups = ({ grupos, abas }: Pick<PanelDefinition, 'grupos' | 'abas'>): DefinitionProblem[] =>
  grupos.flatMap(({ chave, titulo }, index) =>
    abas.some(({ grupo, oculta }) => grupo === chave && !oculta)
      ? []
      : [
          {
            pointer: `/grupos/${index}`,
            message: `O grupo "${titulo}" não tem aba à vista e não aparece.`,
            severity: 'AVISO' as const,
          },
        ],
  );

/** Names for the keys of a panel in a comparison of two versions. */
export const panelWords: ChangeWords = {
  identity: ['chave'],
  label: ['titulo'],
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    grupos: 'grupos',
    abas: 'abas',
    grupo: 'grupo',
    icone: 'ícone',
    permissoes: 'permissões',
    contador: 'contador',
    oculta: 'oculta',
  },
};
