import LockOutlined from '@mui/icons-material/LockOutlined';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Permission } from '../../../contract/permissions.ts';
import { StateMessage } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';
import type { ShellGroup } from './shellEntries.ts';
import { useDrawerGroups } from './useShellEntries.tsx';

interface GuardedProps {
  permission: Permission;
  /** It is personal data from end to end, and cannot be masked. */
  personal?: boolean;
  children: ReactNode;
}

/** A screen for those who hold the permission; the others read what is missing. */
export function Guarded({ permission, personal = false, children }: GuardedProps) {
  const { can, isPending } = useCan();
  if (isPending) return <PageSkeleton />;
  if (!can(permission)) return <Forbidden permission={permission} />;
  return !personal || can('DADOS_PESSOAIS') ? children : <Forbidden permission="DADOS_PESSOAIS" />;
}

interface ForbiddenProps {
  /** The permission that is missing; its key is what an administrator looks for. */
  permission?: Permission;
  /** What the person wanted, as an object: "Tickets". Comes from the drawer's title when left out. */
  what?: string;
  page?: boolean;
}

/** Says which permission is missing, and who can give it. */
export function Forbidden({ permission, what: named, page = true }: ForbiddenProps) {
  const groups = useDrawerGroups();
  const { pathname } = useLocation();
  const what = named ?? titleOf(permission, groups, pathname);
  return (
    <StateMessage
      page={page}
      icon={<LockOutlined />}
      title={what ? `Seu perfil não dá acesso a ${what}` : 'Seu perfil não dá acesso a esta página'}
      text={
        <>
          {permission && (
            <>
              Falta a permissão <strong>{permission}</strong>.{' '}
            </>
          )}
          Um administrador pode concedê-la ao seu perfil.
        </>
      }
    />
  );
}

/** One permission may open several pages: the one that the address leads to comes first. */
function titleOf(
  permission: Permission | undefined,
  groups: readonly ShellGroup[],
  address: string,
): string | undefined {
  const entries = groups.flatMap((group) => group.entries).filter((entry) => entry.permission === permission);
  return (entries.find(({ path }) => address === path || address.startsWith(`${path}/`)) ?? entries[0])
    ?.plural;
}
