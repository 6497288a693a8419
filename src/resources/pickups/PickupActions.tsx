import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type Pickup, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../../ui/components/ConfirmDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CONFIRM_TEXT } from './PickupSelection.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { usePickupRefresh } from './usePickupRefresh.ts';
import { usePrintOrder } from './usePrintOrder.ts';

/** The foot of a pickup: what this person may do with it now, the next act last. */
export function PickupActions({ pickup }: { pickup: Pickup }) {
  const [asked, setAsked] = useState<'confirmar' | 'cancelar' | 'agendar' | null>(null);
  const { print, printing } = usePrintOrder();
  const confirm = useRouteCommand(pickupRoutes.confirm);
  const refresh = usePickupRefresh();
  const notify = useNotify();
  const close = () => setAsked(null);
  const done = async (text: string) => {
    close();
    notify(text, { type: 'success' });
    await refresh();
  };
  const runConfirm = async () => {
    const { falhas } = await confirm.mutateAsync({ body: { coletas: [pickup.id] } });
    if (falhas[0]) throw new Error(falhas[0].mensagem);
    await done(`Coleta ${pickup.id} confirmada`);
  };
  const { acoes } = pickup;
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
      {acoes.cancelar && (
        <Button color="error" onClick={() => setAsked('cancelar')} sx={{ mr: 'auto' }}>
          Cancelar coleta
        </Button>
      )}
      <Button
        color="inherit"
        startIcon={<PrintOutlined />}
        onClick={() => print(pickup)}
        loading={printing}
        loadingPosition="start"
      >
        Baixar ordem
      </Button>
      {acoes.agendar && (
        <Button variant="outlined" onClick={() => setAsked('agendar')}>
          {pickup.agendadaPara ? 'Reagendar' : 'Agendar'}
        </Button>
      )}
      {acoes.confirmar && (
        <Button variant="contained" onClick={() => setAsked('confirmar')}>
          Confirmar coleta
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'confirmar'}
        title={`Confirmar a coleta ${pickup.id}?`}
        text={CONFIRM_TEXT}
        confirmLabel="Confirmar"
        onConfirm={runConfirm}
        onCancel={close}
      />
      {asked === 'cancelar' && <CancelDialog pickup={pickup} onDone={done} onClose={close} />}
      {asked === 'agendar' && <ScheduleDialog pickup={pickup} onDone={done} onClose={close} />}
    </DialogActions>
  );
}
