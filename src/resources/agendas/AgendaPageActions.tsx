import AddOutlined from '@mui/icons-material/AddOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import ViewListOutlined from '@mui/icons-material/ViewListOutlined';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { AgendaToolsMenu } from '../../custom/agendas/supervision/AgendaToolsMenu.tsx';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { useCan } from '../../ui/shell/useCan.ts';

const NewAgendaDialog = lazyScreen(
  () => import('../../custom/agendas/NewAgendaDialog.tsx'),
  'NewAgendaDialog',
);

interface AgendaPageActionsProps {
  /** The view that is not shown is led to. */
  shown: 'list' | 'calendar';
  /** The day that is looked at. */
  day?: string;
}

/** The other view, the import, and a new agenda. */
export function AgendaPageActions({ shown, day }: AgendaPageActionsProps) {
  const [adding, setAdding] = useState(false);
  const { can } = useCan();
  return (
    <>
      <AgendaToolsMenu />
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
