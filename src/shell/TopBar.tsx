import AddOutlined from '@mui/icons-material/AddOutlined';
import MenuOpenOutlined from '@mui/icons-material/MenuOpenOutlined';
import MenuOutlined from '@mui/icons-material/MenuOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import { ticketWording } from '#data/session.ts';
import { BusinessChoice } from '#src/custom/business/BusinessChoice.ts';
import { useTicketWizard } from '#src/resources/tickets/shared/TicketWizardProvider.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { hasJobs, onJobsNoted } from '#ui/jobs/jobsFlag.ts';
import { lazyScreen, lazyWhenIdle } from '#ui/shell/loadLater.tsx';
import { APP_NAME, type Crumb, useHeading } from '#ui/shell/Page.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { LOW } from '#ui/theme/windowWidth.ts';
import { NoticesBell } from './notices/NoticesBell.tsx';
import { PaletteButton } from './ShellDialogs.tsx';
import { entryOf, type ShellGroup } from './screens.ts';
import { UserMenu } from './UserMenu.tsx';
import { useDrawerGroups } from './useShellEntries.tsx';

/**
 * The person's long-running jobs in the top bar, shown from the start of a job until its result has been seen, even across a
 * reload.
 */
function JobsTool() {
  const some = useSyncExternalStore(onJobsNoted, hasJobs);
  return some ? (
    <Suspense fallback={null}>
      <JobsTray />
    </Suspense>
  ) : null;
}

const JobsTray = lazyScreen(() => import('./JobsTray.tsx'), 'JobsTray');

interface TopBarProps {
  drawerOpen: boolean;
  onToggleDrawer: () => void;
}

/** 56 px: menu toggle where there is one, search, NOVO TICKET, tools, user menu. */
export function TopBar({ drawerOpen, onToggleDrawer }: TopBarProps) {
  const { can } = useCan();
  const label = drawerOpen ? 'Recolher o menu' : 'Abrir o menu';
  return (
    <Box
      component="header"
      sx={({ vars: { palette }, zIndex }) => ({
        position: 'sticky',
        [LOW]: { position: 'static' },
        top: 0,
        zIndex: zIndex.appBar,
        flex: 'none',
        height: 56,
        px: { xs: 2, md: 4 },
        // The middle column keeps its place, however long the breadcrumb trail is and whatever is at the end.
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto auto',
          md: 'minmax(0, 1fr) minmax(150px, min(24vw, 360px)) minmax(max-content, 1fr)',
        },
        alignItems: 'center',
        gap: { xs: 1, md: 2 },
        backgroundColor: palette.components.fundo,
        borderBottom: `1px solid ${palette.components.linha}`,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, md: 2 }, minWidth: 0 }}>
        <Hint text={label}>
          <IconButton onClick={onToggleDrawer} aria-label={label} aria-expanded={drawerOpen}>
            {drawerOpen ? <MenuOpenOutlined /> : <MenuOutlined />}
          </IconButton>
        </Hint>
        <Breadcrumb />
      </Box>
      <PaletteButton />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 1, md: 2 } }}>
        <NewTicketButton />
        <Box sx={{ flex: 1 }} />
        {topBarTools.map(({ permission, Tool }) => can(permission) && <Tool key={permission} />)}
        <UserMenu />
      </Box>
    </Box>
  );
}

/** On a phone only the first word is shown, so that the title has room; both words still name the button. */
const SECOND_WORD = {
  ml: '0.25em',
  position: { xs: 'absolute', sm: 'static' },
  clip: { xs: 'rect(0 0 0 0)', sm: 'auto' },
} as const;

/** Shown to those who may open tickets. The spinner shows that the wizard is loading. */
function NewTicketButton() {
  const { can } = useCan();
  const { available, opening, openTicketWizard } = useTicketWizard();
  if (!available || !can('TICKETS_CRIAR')) return null;
  const [first, second] = ticketWording('NOVO TICKET').split(' ');
  return (
    <Button
      variant="contained"
      color="warning"
      loading={opening}
      loadingPosition="start"
      startIcon={<AddOutlined />}
      onClick={openTicketWizard}
      sx={{ mr: { sm: 1 }, px: { xs: 2, sm: 3 }, fontWeight: 600 }}
    >
      {first}{' '}
      <Box component="span" sx={SECOND_WORD}>
        {second}
      </Box>
    </Button>
  );
}

/** A control between NOVO TICKET and the user menu, for those who hold its permission. */
interface TopBarTool {
  permission: Permission;
  Tool: ComponentType;
}

/** The operator's status and the conversation in progress; loaded once the browser is idle. */
const OperatorStatus = lazyWhenIdle(() => import('#src/custom/operator/OperatorTool.tsx'), 'OperatorTool');

const topBarTools: TopBarTool[] = [
  { permission: 'session', Tool: BusinessChoice },
  { permission: 'TICKETS_LOTE', Tool: JobsTool },
  { permission: 'ATENDIMENTO', Tool: OperatorStatus },
  { permission: 'SAC_AVISOS', Tool: NoticesBell },
];

/** The breadcrumb: the drawer's group and entry, the page's own crumbs, the title. On a phone only the last one is shown. */
function Breadcrumb() {
  const { pathname } = useLocation();
  const heading = useHeading();
  const groups = useDrawerGroups();
  const title = heading?.title ?? entryOf(pathname, groups)?.plural ?? APP_NAME;
  const entries = trailOf(pathname, groups);
  // A page names its list itself, whether or not the drawer has an entry for it.
  const own = (heading?.crumbs ?? []).filter(({ to }) => !entries.some((entry) => entry.to === to && to));
  const trail = [...entries, ...own].filter(({ label }) => label !== title);
  return (
    <Trail aria-label="Você está em">
      <ol>
        {trail.map(({ label, to }) => (
          <li key={label} className="before">
            {to ? <Link to={to}>{label}</Link> : label}
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </Trail>
  );
}

function trailOf(pathname: string, groups: readonly ShellGroup[]): Crumb[] {
  const entry = entryOf(pathname, groups);
  if (!entry) return [];
  const group = groups.find(({ entries }) => entries.includes(entry))?.label;
  return [...(group ? [{ label: group }] : []), { label: entry.plural, to: entry.path }];
}

const Trail = styled('nav')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minWidth: 0,
    '& ol': { display: 'flex', margin: 0, padding: 0, listStyle: 'none', minWidth: 0 },
    '& li': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontWeight: 500,
      lineHeight: '26px',
    },
    '& li + li::before': { content: '"/"', margin: '0 8px', fontWeight: 400, color: components.linhaForte },
    '& .before': { flex: '0 999 auto', minWidth: 28, fontWeight: 400, color: components.textoSecundario },
    // When there is no room for more than two crumbs, the earlier ones are hidden instead of shrinking until they cannot be
    // pressed. The list's crumb shrinks next, then the page's own name.
    containerType: 'inline-size',
    flex: 1,
    '@container (max-width: 400px)': {
      '& li:nth-last-of-type(n+3)': { display: 'none' },
      '& li:nth-last-of-type(2):nth-of-type(n+2)::before': { display: 'none' },
    },
    '& a': {
      color: 'inherit',
      textDecoration: 'none',
      // Gives the link the minimum target height without making the line taller.
      padding: '4px 0',
      borderRadius: 4,
      '&:hover': { color: components.texto, textDecoration: 'underline' },
    },
    [theme.breakpoints.down('md')]: { '& .before, & li + li::before': { display: 'none' } },
  };
});
