import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad, ownZone, ticketWording } from '#data/session.ts';
import type { DraftLife } from './useDraftLife.ts';

/**
 * 'Enviado como ticket 2007': the draft was sent on another page or device. What stands here stays, and can only be sent
 * after the person has said that it is something new.
 */
export function DraftEnd({ life: { end, continueAsNew } }: { life: DraftLife }) {
  if (!end) return null;
  const own = end.por.id === currentInitialLoad()?.colaborador.id;
  const who = own ? 'em outra página ou aparelho' : `por ${end.por.nome}`;
  return (
    <Alert
      severity="info"
      role="alert"
      action={
        <>
          {end.link && (
            <Button color="inherit" size="small" component={Link} to={end.link}>
              Ver
            </Button>
          )}
          <Button color="inherit" size="small" onClick={continueAsNew}>
            Usar em um novo
          </Button>
        </>
      }
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 220px' } }}
    >
      {ticketWording(end.texto)}, {who}, em {formatDateTime(end.em, ownZone())}. O que está aqui não foi
      enviado outra vez; o que você escrever agora fica em um rascunho novo.
    </Alert>
  );
}
