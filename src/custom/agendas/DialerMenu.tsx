import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { AgendaRow } from '../../../contract/callcenter/agendaShapes.ts';
import { agendaRoutes } from '../../../contract/callcenter/agendas.ts';
import { dialerStatus } from '../../../contract/catalogs/agendas.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';

interface DialerMenuProps {
  agenda: AgendaRow;
  onDone: (text: string) => void | Promise<void>;
  onFailed: (error: unknown) => void;
}

/** What became of the call, where the dialer does not say so itself. */
export function DialerMenu({ agenda, onDone, onFailed }: DialerMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const update = useRouteCommand(agendaRoutes.update);
  const choose = async (discadora_status: (typeof dialerStatus)[number]['value']) => {
    setAnchor(null);
    try {
      const { data } = await update.mutateAsync({
        params: { id: agenda.id },
        body: { versao: agenda.versao, discadora_status },
      });
      await onDone(data.message);
    } catch (error) {
      onFailed(error);
    }
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<PhoneCallbackOutlined />}
        aria-haspopup="menu"
        loading={update.isPending}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Registrar ligação
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {dialerStatus.map(({ value, label, icon }) => (
          <MenuItem key={value} onClick={() => void choose(value)} sx={{ gap: 2 }}>
            <CatalogIcon name={icon} /> {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
