import type { IconName } from '../../catalogs/iconNames.ts';
import type { OwnRecordType } from '../../records/ownTypes.ts';
import type { PanelDefinition, PanelGroup, PanelTab, PanelTabDefinition } from './panelDefinition.ts';

const PREFIX = 'cadastro-';

/** The tab of a record type that the company made itself, as the address has it. */
export type OwnTab = `${typeof PREFIX}${string}`;

/** A tab as the panel draws it. */
export type ShownTab = Omit<PanelTabDefinition, 'chave'> & { chave: PanelTab | OwnTab };

export interface ShownPanel {
  grupos: PanelGroup[];
  abas: ShownTab[];
}

export const ownTabOf = (type: string): OwnTab => `${PREFIX}${type}`;

/** The type whose records a tab lists; `null` of a tab of the console. */
export const typeOfTab = (tab: string): string | null =>
  tab.startsWith(PREFIX) ? tab.slice(PREFIX.length) : null;

const GROUP: PanelGroup = { chave: 'cadastros-proprios', titulo: 'Cadastros próprios' };

/** The tabs of the company's own types after the configured ones. Of a type only who may read it is told. */
export function withOwnTabs(
  { grupos, abas }: Pick<PanelDefinition, 'grupos' | 'abas'>,
  types: readonly Pick<OwnRecordType, 'chave' | 'titulo' | 'icone' | 'noPainelDoCliente'>[],
): ShownPanel {
  const own = types
    .filter(({ noPainelDoCliente }) => noPainelDoCliente !== null)
    .map(
      ({ chave, titulo: { muitos }, icone }): ShownTab => ({
        chave: ownTabOf(chave),
        titulo: muitos.charAt(0).toUpperCase() + muitos.slice(1),
        grupo: GROUP.chave,
        icone: icone as IconName,
        permissoes: [],
        contador: true,
      }),
    );
  return own.length === 0 ? { grupos, abas } : { grupos: [...grupos, GROUP], abas: [...abas, ...own] };
}
