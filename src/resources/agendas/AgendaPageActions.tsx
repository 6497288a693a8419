import AddOutlined from '@mui/icons-material/AddOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CallOutlined from '@mui/icons-material/CallOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import ViewListOutlined from '@mui/icons-material/ViewListOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Permission } from '#contract/permissions.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { seesOthersAgendas } from './shared/agendaTexts.tsx';

const NewAgendaDialog = lazyScreen(() => import('./shared/NewAgendaDialog.tsx'), 'NewAgendaDialog');

interface AgendaPageActionsProps {
  /** The current view; the page links to the other one. */
  shown: 'list' | 'calendar';
  /** The day being viewed. */
  day?: string;
}

/** Links to the other view and the import, and a button for a new agenda. */
export function AgendaPageActions({ shown, day }: AgendaPageActionsProps) {
  const [adding, setAdding] = useState(false);
  const { can } = useCan();
  return (
    <>
      <AgendaToolsMenu />
      {can('CLIENTE') && (
        <Button component={Link} to="/agendas/ligacoes" startIcon={<CallOutlined />}>
          Ligações do dia
        </Button>
      )}
      {shown === 'list' ? (
        <Button component={Link} to="/agendas/calendario" startIcon={<CalendarMonthOutlined />}>
          Calendário
        </Button>
      ) : (
        <Button component={Link} to="/agendas" startIcon={<ViewListOutlined />}>
          Lista
        </Button>
      )}
      {can('AGENDA_EDITAR') && (
        <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setAdding(true)}>
          Agendar
        </Button>
      )}
      {adding && (
        <Suspense>
          <NewAgendaDialog {...(day && { dia: day })} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

const TOOLS: readonly { to: string; label: string; permission: Permission; lead?: boolean }[] = [
  { to: '/agendas/importar', label: 'Importar planilha', permission: 'AGENDA_EDITAR' },
  {
    to: '/agendas/capacidade',
    label: 'Capacidade dos vendedores',
    permission: 'AGENDA_SUPERVISAO',
    lead: true,
  },
  { to: '/automacoes', label: 'Automações', permission: 'AUTOMACAO' },
];

/** Tools behind the list of agendas: import, capacity, automations. */
function AgendaToolsMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { can } = useCan();
  const tools = TOOLS.filter(({ permission, lead }) => can(permission) && (!lead || seesOthersAgendas()));
  if (tools.length === 0) return null;
  return (
    <>
      <Hint text="Mais sobre agendas">
        <IconButton
          aria-label="Mais sobre agendas"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVert />
        </IconButton>
      </Hint>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {tools.map(({ to, label }) => (
          <MenuItem key={to} component={Link} to={to}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
