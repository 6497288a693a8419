import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Permission } from '../../../../contract/permissions.ts';
import { Hint } from '../../../ui/components/Hint.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';
import { leadsAgendas } from '../leads.ts';

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

/** What stands behind the list of agendas: import, capacity, automations. */
export function AgendaToolsMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { can } = useCan();
  const tools = TOOLS.filter(({ permission, lead }) => can(permission) && (!lead || leadsAgendas()));
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
