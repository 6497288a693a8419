import EventOutlined from '@mui/icons-material/EventOutlined';
import PhoneCallbackOutlined from '@mui/icons-material/PhoneCallbackOutlined';
import DialogActions from '@mui/material/DialogActions';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { type Agenda, AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { dialerStatus } from '#contract/catalogs/callCenter.ts';
import { field } from '#contract/field.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { whenText } from './agendaTexts.tsx';
import { type AgendaActProps, EditAgendaDialog } from './EditAgendaDialog.tsx';
import { NewAgendaDialog } from './NewAgendaDialog.tsx';
import { RescheduleDialog } from './RescheduleDialog.tsx';

interface AgendaActionsProps {
  agenda: Agenda;
  /** Called after each write. */
  onChanged: () => Promise<unknown>;
  /** Called once the agenda has been deleted. */
  onRemoved: () => void;
}

type Requested = 'editar' | 'excluir' | 'finalizar' | 'reagendar' | null;

/** The action bar of an editable agenda, with the most likely next action last. */
export function AgendaActions({ agenda, onChanged, onRemoved }: AgendaActionsProps) {
  const [requested, setRequested] = useState<Requested>(null);
  const remove = useRouteCommand(agendaRoutes.remove);
  const notify = useNotify();
  const close = () => setRequested(null);
  const changed = async () => {
    close();
    await onChanged();
  };
  const done = async (text: string) => {
    notify(text, { type: 'success' });
    await changed();
  };
  const failed = (error: unknown) => notify(errorText(error), { type: 'error' });
  const runRemove = async () => {
    const { data } = await remove.mutateAsync({
      params: { id: agenda.id },
      query: { versao: agenda.versao },
    });
    notify(data.message, { type: 'success' });
    onRemoved();
    await onChanged();
  };
  if (agenda.data_finalizacao) return <NextContact agenda={agenda} />;
  if (!agenda.podeAlterar) return null;
  const act = { agenda, onDone: done, onClose: close };
  return (
    <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
      {agenda.podeExcluir && (
        <Button color="error" onClick={() => setRequested('excluir')} sx={{ mr: 'auto' }}>
          Excluir
        </Button>
      )}
      <DialerMenu agenda={agenda} onDone={done} onFailed={failed} />
      <Button color="inherit" onClick={() => setRequested('editar')}>
        Editar
      </Button>
      <Button variant="outlined" onClick={() => setRequested('reagendar')}>
        Reagendar
      </Button>
      <Button variant="contained" onClick={() => setRequested('finalizar')}>
        Finalizar
      </Button>
      {requested === 'editar' && <EditAgendaDialog {...act} />}
      {requested === 'reagendar' && <RescheduleDialog {...act} onDone={changed} />}
      {requested === 'finalizar' && <FinishDialog {...act} />}
      <ConfirmDialog
        open={requested === 'excluir'}
        title={`Excluir a agenda ${agenda.id}?`}
        text={`O contato de ${whenText(agenda.data_agendada, agenda.filial.fuso)} deixa de existir. O histórico do cliente guarda que ele foi excluído.`}
        confirmLabel="Excluir"
        tone="error"
        onConfirm={runRemove}
        onCancel={close}
      />
    </DialogActions>
  );
}

/** What is left to do after a contact: to agree on the next one. */
function NextContact({ agenda: { cliente } }: { agenda: Agenda }) {
  const [adding, setAdding] = useState(false);
  if (!useCan().can('AGENDA_EDITAR')) return null;
  return (
    <DialogActions>
      <Button autoFocus variant="contained" startIcon={<EventOutlined />} onClick={() => setAdding(true)}>
        Agendar próximo contato
      </Button>
      {adding && <NewAgendaDialog idCli={cliente.id} onClose={() => setAdding(false)} />}
    </DialogActions>
  );
}

interface DialerMenuProps {
  agenda: AgendaRow;
  onDone: (text: string) => void | Promise<void>;
  onFailed: (error: unknown) => void;
}

/** Records the outcome of the call when the dialer does not report it. */
function DialerMenu({ agenda, onDone, onFailed }: DialerMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const update = useRouteCommand(agendaRoutes.update);
  const choose = async (discadora_status: (typeof dialerStatus)[number]['value']) => {
    setAnchor(null);
    try {
      const { data } = await update.mutateAsync({
        params: { id: agenda.id },
        body: { versao: agenda.versao, discadora_status, discadora_origem: 'MANUAL' },
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

/** Finishes a contact with a reason. */
function FinishDialog({ agenda, ...act }: AgendaActProps) {
  return (
    <CommandDialog
      route={agendaRoutes.update}
      params={{ id: agenda.id }}
      record={agenda}
      name="esta agenda"
      watched={{
        data_agendada: { label: 'Marcada para', show: (moment) => whenText(moment, agenda.filial.fuso) },
        assunto: field(AgendaRow, 'assunto').label,
      }}
      only={FINISH}
      fields={useFinishFields()}
      title={`Finalizar a agenda ${agenda.id}?`}
      text="Ela passa a cumprida e não muda mais."
      confirmLabel="Finalizar"
      {...act}
    />
  );
}

const FINISH = ['idMotivoFinalizacao', 'observacao'] as const;

/** The reason why a contact ended, and an optional note. */
export function useFinishFields() {
  const { data: reasons = [], error } = useRoute(agendaRoutes.finishReasons, {});
  const choices = reasons.map(({ id, nome }) => ({ value: id, label: nome }));
  return { idMotivoFinalizacao: { required: true, choices, hint: error?.message } };
}
