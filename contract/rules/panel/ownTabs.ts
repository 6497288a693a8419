import type { IconName } from '../../catalogs/iconNames.ts';
import type { OwnRecordType } from '../../records/ownTypes.ts';
import {
  ownTabOf,
  type PanelDefinition,
  type PanelGroup,
  type PanelTabDefinition,
  typeOfTab,
} from './panelDefinition.ts';

/** The tabs of a panel as somebody may see them. */
export interface ShownPanel {
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
