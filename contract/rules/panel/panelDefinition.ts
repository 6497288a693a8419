import type { IconName } from '../../catalogs/catalog.ts';
import { MODULES, type Permission } from '../../permissions.ts';
import type { OwnRecordType } from '../../records/routes/ownTypes.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import type { DefinitionProblem } from '../definitions/definition.ts';
import { listText, upperFirst } from '../text.ts';

/** Every tab that the customer panel can show, by its key in addresses and in schemas/panels. */
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

const CUSTOM_TAB_PREFIX = 'cadastro-';

/** The tab of a record type that the company created itself, as used in addresses and in schemas/panels. */
type CustomTab = `${typeof CUSTOM_TAB_PREFIX}${string}`;

export const customTabOf = (type: string): CustomTab => `${CUSTOM_TAB_PREFIX}${type}`;

/** The type whose records a tab lists; `null` for one of the console's own tabs. */
export const typeOfTab = (tab: string): string | null =>
  tab.startsWith(CUSTOM_TAB_PREFIX) ? tab.slice(CUSTOM_TAB_PREFIX.length) : null;

/** Permissions required by the calls of a tab; without them it would show nothing but errors. */
const tabPermissions: Readonly<Record<PanelTab, readonly Permission[]>> = {
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
  const known = new Set<string>(own.map(({ chave }) => customTabOf(chave)));
  const placed = abas.filter(({ chave }) => typeOfTab(chave) === null || known.has(chave));
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

const known = new Set<string>([...Object.keys(MODULES), ...Object.values(MODULES).flat()]);

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
  const odd = tab.permissoes.filter((each) => !known.has(each));
  // For records of a custom type, the type itself defines the permissions.
  const requested = typeOfTab(tab.chave) === null ? tabPermissions[tab.chave as PanelTab] : [];
  const missing = requested.filter((each) => !tab.permissoes.includes(each));
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
