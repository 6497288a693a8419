import CloseOutlined from '@mui/icons-material/CloseOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus, pickupType } from '#contract/catalogs/transport.ts';
import { soleBranch } from '#contract/rules/soleBranch.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type Pickup, type PickupParty, pickupRoutes } from '#contract/sac/pickups.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { usePaperBranch } from '#ui/shell/paperBranch.ts';
import { PersonalGate } from '#ui/shell/RequirePermission.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { CancelDialog, ScheduleDialog } from './ActionDialogs.tsx';
import { PickupTicket } from './PickupTicket.tsx';
import { CONFIRM_TEXT, usePickupRefresh, usePrintOrder } from './pickupActions.tsx';

interface PickupDialogProps {
  id: number;
  onClose: () => void;
  onParty: (party: PickupParty) => void;
}

/** One pickup: who collects what and where, and the actions currently available. */
export function PickupDialog({ id, onClose, onParty }: PickupDialogProps) {
  const titleId = useId();
  const answer = useRoute(pickupRoutes.get, { params: { idColeta: id } });
  const pickup = answer.data?.data;
  usePaperBranch(soleBranch(pickup?.tickets.map(({ filial }) => filial.idFil) ?? []));
  return (
    <DialogFrame open onClose={onClose} maxWidth="md" fullWidth fullScreen="phone" aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 3, pr: 12 }}>
        Coleta {id}
        {pickup && <StatusChip value={pickup.status} catalog={pickupStatus} />}
      </DialogTitle>
      <CloseCross aria-label="Fechar" sx={{ position: 'absolute', top: 12, right: 12 }}>
        <CloseOutlined fontSize="small" />
      </CloseCross>
      <DialogContent dividers aria-busy={answer.isPending}>
        <Answered answer={answer} skeleton={<TextSkeleton lines={6} />} missing={<NoSuchPickup />}>
          {({ data }) => <Parts pickup={data} onParty={onParty} />}
        </Answered>
      </DialogContent>
      {pickup && <PickupActions pickup={pickup} />}
    </DialogFrame>
  );
}

/** An unknown pickup and one out of scope show the same message. */
const NoSuchPickup = () => (
  <EmptyState title="Coleta não encontrada" text="Ela não existe, ou não está entre as que você pode ver." />
);

const Parts = ({ pickup, onParty }: { pickup: Pickup; onParty: (party: PickupParty) => void }) => (
  <>
    <PickupFacts pickup={pickup} onParty={() => onParty(pickup.responsavel)} />
    {pickup.tickets.map((ticket) => (
      <PickupTicket key={ticket.id} ticket={ticket} given={!ticket.ativo && pickup.status !== 'CANCELADA'} />
    ))}
  </>
);

/** The responsible party, the dates, the creator, and the reason if it was cancelled. */
function PickupFacts({ pickup, onParty }: { pickup: Pickup; onParty: () => void }) {
  const { responsavel, agendadaPara, criador, datahora_criacao, datahora_confirmacao } = pickup;
  return (
    <>
      {pickup.status === 'CANCELADA' && (
        <Alert severity="info" sx={{ mb: 4 }}>
          {pickup.motivoCancelamento
            ? `Cancelada: ${pickup.motivoCancelamento}`
            : 'Cancelada porque nenhum ticket ficou nela.'}
        </Alert>
      )}
      <KeyValueList
        items={[
          {
            label: rowOf(pickupType, responsavel.tipo).label,
            value: (
              <Link component="button" type="button" onClick={onParty} sx={{ textAlign: 'left' }}>
                {responsavel.nome}
              </Link>
            ),
          },
          {
            label: 'Agendada para',
            value: agendadaPara ? formatCalendarDate(agendadaPara) : 'Sem data',
          },
          {
            label: 'Gerada',
            value: (
              <>
                <RelativeDate value={datahora_criacao} /> por {criador.nome}
              </>
            ),
          },
          ...(datahora_confirmacao
            ? [
                {
                  label: 'Confirmada',
                  value: (
                    <>
                      <RelativeDate value={datahora_confirmacao} /> por {pickup.confirmadaPor}
                    </>
                  ),
                },
              ]
            : []),
          ...(pickup.obs ? [{ label: 'Observação', value: pickup.obs }] : []),
        ]}
      />
    </>
  );
}

/** The action bar of a pickup: the actions available to this person, with the most likely next one last. */
function PickupActions({ pickup }: { pickup: Pickup }) {
  const [requested, setRequested] = useState<'confirmar' | 'cancelar' | 'agendar' | null>(null);
  const { print, printing } = usePrintOrder();
  const confirm = useRouteCommand(pickupRoutes.confirm);
  const refresh = usePickupRefresh();
  const notify = useNotify();
  const close = () => setRequested(null);
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
        <Button color="error" onClick={() => setRequested('cancelar')} sx={{ mr: 'auto' }}>
          Cancelar coleta
        </Button>
      )}
      <PersonalGate route={pickupRoutes.order}>
        <Button
          color="inherit"
          startIcon={<PrintOutlined />}
          onClick={() => print(pickup)}
          loading={printing}
          loadingPosition="start"
        >
          Baixar ordem
        </Button>
      </PersonalGate>
      {acoes.agendar && (
        <Button variant="outlined" onClick={() => setRequested('agendar')}>
          {pickup.agendadaPara ? 'Reagendar' : 'Agendar'}
        </Button>
      )}
      {acoes.confirmar && (
        <Button variant="contained" onClick={() => setRequested('confirmar')}>
          Confirmar coleta
        </Button>
      )}
      <ConfirmDialog
        open={requested === 'confirmar'}
        title={`Confirmar a coleta ${pickup.id}?`}
        text={CONFIRM_TEXT}
        confirmLabel="Confirmar"
        onConfirm={runConfirm}
        onCancel={close}
      />
      {requested === 'cancelar' && <CancelDialog pickup={pickup} onDone={done} onClose={close} />}
      {requested === 'agendar' && <ScheduleDialog pickup={pickup} onDone={done} onClose={close} />}
    </DialogActions>
  );
}
