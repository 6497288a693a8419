import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { LOW } from '../../theme/windowWidth.ts';

/** Shown under the top bar while there is no network. */
export function OfflineStrip() {
  return (
    <Box
      role="status"
      sx={({ vars: { palette } }) => ({
        position: 'sticky',
        [LOW]: { position: 'static' },
        top: 56,
        zIndex: 'appBar',
        height: 32,
        px: 4,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        fontSize: '0.8125rem',
        fontWeight: 500,
        backgroundColor: palette.actions.aviso.soft,
        color: palette.actions.aviso.text,
        borderBottom: `1px solid ${palette.components.linha}`,
      })}
    >
      <CloudOffOutlined fontSize="small" />
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        Sem conexão. O que já está aberto continua aqui; tentaremos de novo quando a rede voltar.
      </Box>
    </Box>
  );
}

/** Whether the browser is online. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
