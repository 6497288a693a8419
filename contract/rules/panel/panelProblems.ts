import { MODULES } from '../../permissions.ts';
import type { ChangeWords } from '../definitions/changes.ts';
import type { DefinitionProblem } from '../definitions/definition.ts';
import {
  type PanelDefinition,
  type PanelTab,
  type PanelTabDefinition,
  tabPermissions,
  typeOfTab,
} from './panelDefinition.ts';

const known = new Set<string>([...Object.keys(MODULES), ...Object.values(MODULES).flat()]);

/** What a meta-schema cannot say: keys once only, groups that exist, permissions that the tab's calls ask for. */
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
  // What the records of an own type ask for, the type itself says.
  const asked = typeOfTab(tab.chave) === null ? tabPermissions[tab.chave as PanelTab] : [];
  const missing = asked.filter((each) => !tab.permissoes.includes(each));
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
            `Inclua ${missing.join(' e ')}: sem isso a aba abriria e não carregaria nada.`,
          ),
        ]
      : []),
  ];
}

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

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

/** How a comparison of two versions of a panel calls its keys. */
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
