import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { IconName } from '../../../contract/catalogs/catalog.ts';
import { type OwnRecordType, ownTypeRoutes } from '../../../contract/records/ownTypes.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import type { ShellEntry } from './shellEntries.ts';

/** Under this label of the drawer they stand. */
export const OWN_TYPES_GROUP = 'Cadastros';

/** A type that somebody else published is in the drawer within this time, at the next page. ms */
const FRESH = 30_000;

/** The company's own record types as entries of the drawer: those that the person may read. */
export function useOwnEntries(): ShellEntry[] {
  const { data, isStale, refetch } = useOwnTypes();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is when somebody looks
  useEffect(() => {
    if (data && isStale) void refetch();
  }, [pathname]);
  return useMemo(() => (data?.itens ?? []).map(entryOf), [data]);
}

export const useOwnTypes = () => useRoute(ownTypeRoutes.list, {}, { staleTime: FRESH });

function entryOf({ chave, titulo, icone }: OwnRecordType): ShellEntry {
  return {
    path: `/cadastros/${chave}`,
    // Only those that the person may read are answered.
    permission: 'session',
    singular: upperFirst(titulo.um),
    plural: upperFirst(titulo.muitos),
    icon: iconOf(icone as IconName),
  };
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const icons = new Map<IconName, ShellEntry['icon']>();

/** One component for each icon, so that an entry that is drawn again keeps its own. */
function iconOf(name: IconName): ShellEntry['icon'] {
  const known = icons.get(name);
  if (known) return known;
  const Icon = () => <CatalogIcon name={name} size={20} />;
  icons.set(name, Icon);
  return Icon;
}
