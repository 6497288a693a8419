import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import { Children, type ComponentType, Fragment, isValidElement, type ReactNode } from 'react';
import type { Permission } from '#contract/permissions.ts';
import type { MenuWord } from '#contract/words/menu.ts';

interface Routed {
  name?: string;
  list?: unknown;
  path?: string;
  children?: ReactNode;
}

/** Collects the paths of `<Resource name list>` and `<CustomRoutes><Route path></CustomRoutes>`. */
export function screenPaths(children: ReactNode): Set<string> {
  const paths = new Set<string>();
  Children.forEach(children, (child) => {
    if (!isValidElement<Routed>(child)) return;
    const { name, list, path, children: inner } = child.props;
    if (name && list) paths.add(`/${name}`);
    if (path && child.type !== Fragment) paths.add(path.startsWith('/') ? path : `/${path}`);
    for (const found of screenPaths(inner)) paths.add(found);
  });
  return paths;
}

type Icon = ComponentType<{ 'aria-hidden'?: boolean }>;

/** An entry of the drawer or the user menu. It is shown when its screen exists and the person may open it. */
export interface ShellEntry {
  path: string;
  permission: Permission;
  /** Holding any of these permissions opens it as well. */
  also?: readonly Permission[];
  singular: string;
  plural: string;
  icon: Icon;
  /** Whether most people open it every day: where a drawer has too many entries, it shows these first. */
  daily?: boolean;
  /** The keyboard shortcut that opens it. */
  keys?: string | undefined;
}

/** Entries under one subdued label; the first group needs none. */
export interface ShellGroup {
  label?: MenuWord;
  /** Whether it belongs to Configuração, the second level of the drawer. */
  second?: boolean;
  /** Whether it lists the company's own record types, which arrive with the session. */
  own?: boolean;
  /** Whether the dashboards that stand in the menu of the person's role come first in it. */
  boards?: boolean;
  entries: ShellEntry[];
}

/** The drawer: document 000 section 2 (paths and keys). Its other groups are in laterEntries.ts (useDrawerGroups). */
export const drawerGroups: ShellGroup[] = [
  {
    entries: [
      entry('/home', 'SAC_HOME', 'Home', 'Home', HomeOutlined, 'g h'),
      entry('/dashboard', 'SAC_DASHBOARD', 'Dashboard', 'Dashboard', SpaceDashboardOutlined, 'g d'),
    ],
  },
  {
    label: 'Atendimento',
    entries: [
      entry('/tickets', 'SAC_TICKETS', 'Ticket', 'Tickets', ConfirmationNumberOutlined, 'g t'),
      entry('/clientes', 'SAC_CLIENTE_PESQUISAR', 'Cliente', 'Clientes', StorefrontOutlined, 'g l'),
      entry('/coletas', 'SAC_COLETAS', 'Coleta', 'Coletas', LocalShippingOutlined, 'g c'),
      entry('/faq', 'SAC_FAQ', 'FAQ', 'FAQ', HelpOutlineOutlined, 'g f'),
    ],
  },
];

/** The user menu, above the theme and Sair (document 001 section 2). */
export const accountEntries: ShellEntry[] = [
  entry('/conta/dados', 'session', 'Minha conta', 'Minha conta', PersonOutlined),
  entry('/conta/senha', 'session', 'Alterar senha', 'Alterar senha', KeyOutlined),
];

/** The entry that a path belongs to: `/tickets/812` belongs to Tickets. */
export function entryOf(pathname: string, groups: readonly ShellGroup[]): ShellEntry | undefined {
  return [...groups.flatMap((group) => group.entries), ...accountEntries].find(
    ({ path }) => pathname === path || pathname.startsWith(`${path}/`),
  );
}

export function entry(
  path: string,
  permission: Permission,
  singular: string,
  plural: MenuWord,
  icon: Icon,
  keys?: string,
): ShellEntry {
  return { path, permission, singular, plural, icon, keys };
}
