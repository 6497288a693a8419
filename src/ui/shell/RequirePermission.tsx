import LockOutlined from '@mui/icons-material/LockOutlined';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {
  type CSSProperties,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
} from 'react';
import { useLocation } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import type { Route } from '#contract/route.ts';
import { currentInitialLoad } from '#data/session.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { UnknownPath, useRecordId } from './LoadedPage.tsx';
import { StateMessage } from './states/StateMessage.tsx';
import { PageSkeleton } from './states/skeletons.tsx';
import { useCan } from './usePerson.ts';

interface GuardedProps {
  permission: Permission;
  /** The screen consists entirely of personal data, so it cannot be masked. */
  personal?: boolean;
  children: ReactNode;
}

/** A screen for those who hold the permission; everyone else sees which one is missing. */
export function RequirePermission({ permission, personal = false, children }: GuardedProps) {
  const { can, isPending } = useCan();
  if (isPending) return <PageSkeleton />;
  if (!can(permission)) return <Forbidden permission={permission} />;
  return !personal || can('DADOS_PESSOAIS') ? children : <Forbidden permission="DADOS_PESSOAIS" />;
}

interface RecordScreenProps extends Omit<GuardedProps, 'children'> {
  children: (id: number) => ReactNode;
}

/** The same for a screen of one record, whose number is in the address. */
export function RecordScreen({ children, ...guard }: RecordScreenProps) {
  const id = useRecordId();
  return id === null ? <UnknownPath /> : <RequirePermission {...guard}>{children(id)}</RequirePermission>;
}

/** The name of the page that a permission opens at an address, as the shell around it calls it. */
type PageName = (permission: Permission | undefined, address: string) => string | undefined;

export const PageNameContext = createContext<PageName>(() => undefined);

interface ForbiddenProps {
  /** The missing permission, by which the page's name is found. */
  permission?: Permission;
  /** What the person tried to open, as a noun: "Tickets". Defaults to the drawer's title. */
  what?: string;
  page?: boolean;
}

/** Says what the profile does not open and who can change that; to an end consumer, where their own pages are. */
export function Forbidden({ permission, what: named, page = true }: ForbiddenProps) {
  const pageName = useContext(PageNameContext);
  const { pathname } = useLocation();
  const consumer = currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL';
  const what = named ?? pageName(permission, pathname);
  return (
    <StateMessage
      page={page}
      icon={<LockOutlined />}
      title={what ? `Seu perfil não dá acesso a ${what}` : 'Seu perfil não dá acesso a esta página'}
      text={
        consumer
          ? 'Esta página é de quem atende. O que é seu está em Home e em Suas solicitações.'
          : 'Um administrador pode liberar este acesso no seu perfil.'
      }
    />
  );
}

interface PersonalGateProps {
  /** The route that the button calls. */
  route: Pick<Route, 'personal'>;
  children: ReactElement<{ disabled?: boolean; 'aria-describedby'?: string }>;
}

const WHY = 'Tem dados pessoais, que seu perfil vê só em parte. Um administrador pode liberá-los.';

/**
 * A button whose call requests personal data (`Route.personal`): for people who see only masks it is disabled, and says why.
 */
export function PersonalGate({ route, children }: PersonalGateProps) {
  const id = useId();
  const { can, isPending } = useCan();
  if (!route.personal || isPending || can('DADOS_PESSOAIS')) return children;
  return (
    <Hint text={WHY}>
      <span style={{ display: 'inline-flex' }}>
        {cloneElement(children, { disabled: true, 'aria-describedby': id })}
        <span id={id} style={visuallyHidden as CSSProperties}>
          {WHY}
        </span>
      </span>
    </Hint>
  );
}
