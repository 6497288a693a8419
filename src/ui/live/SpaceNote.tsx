import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { platformRoutes } from '../../../contract/config/platform.ts';
import { formatFileSize } from '../../../contract/rules/files.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { useCan } from '../shell/useCan.ts';

const EVERY = 10 * 60 * 1000;

/** Tells who administers, while there is still time, that the server's disk runs full. It comes back with each page load. */
export function SpaceNote() {
  const { can } = useCan();
  const [closed, setClosed] = useState('');
  const { data } = useRoute(
    platformRoutes.space,
    {},
    { enabled: can('CONFIGURACAO'), refetchInterval: EVERY, staleTime: EVERY, retry: false },
  );
  const space = data?.data;
  if (!space || space.situacao === 'OK' || closed === space.situacao) return null;
  const full = space.situacao === 'CHEIO';
  return (
    <Alert
      severity={full ? 'error' : 'warning'}
      variant="standard"
      onClose={full ? undefined : () => setClosed(space.situacao)}
      closeText="Fechar aviso"
      sx={({ zIndex }) => ({
        position: 'fixed',
        bottom: 16,
        left: { xs: 16, sm: 'auto' },
        right: 16,
        maxWidth: { sm: 440 },
        zIndex: zIndex.snackbar,
        boxShadow: 6,
      })}
    >
      {full
        ? 'O servidor está sem espaço em disco: nada mais é gravado. Libere espaço na pasta de dados (DATA_DIR).'
        : `Restam ${formatFileSize(space.livre ?? 0)} no disco do servidor. Libere espaço na pasta de dados (DATA_DIR) antes que ele acabe.`}
    </Alert>
  );
}
