import Alert from '@mui/material/Alert';
import { serviceRecordRoutes } from '../../../contract/callcenter/serviceRecords.ts';
import { localTime } from '../../../contract/rules/zonedTime.ts';
import { ownZone } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { FormDialog } from '../customerPanel/editing/FormDialog.tsx';
import { RecordFields } from './RecordFields.tsx';
import { StartLater } from './StartLater.tsx';
import { useRecordDraft } from './useRecordDraft.ts';

interface ServiceRecordDialogProps {
  idCli: number;
  idOrcamento?: number;
  /** Why it opened by itself. */
  notice?: string;
  onClose: () => void;
  onRegistered?: () => void;
}

/** Registers a conversation with a customer; one that is under way with them is continued, and ends. */
export function ServiceRecordDialog(props: ServiceRecordDialogProps) {
  const { idCli, idOrcamento, notice, onClose, onRegistered } = props;
  const pending = useRoute(serviceRecordRoutes.pending, {}).data?.data ?? null;
  const own = pending?.cliente.id === idCli ? pending : null;
  const draft = useRecordDraft(idCli, idOrcamento ?? own?.orcamento_id ?? null, () => {
    onRegistered?.();
    onClose();
  });
  return (
    <FormDialog
      title="Registrar atendimento"
      problem={draft.problem}
      busy={draft.busy}
      changed={draft.touched}
      width="sm"
      saveLabel="Registrar"
      onSubmit={draft.submit}
      onClose={onClose}
    >
      {notice && <Alert severity="info">{notice}</Alert>}
      {own && (
        <Alert severity="info">
          Continuando o atendimento iniciado às {localTime(own.inicio, ownZone())}.
        </Alert>
      )}
      {pending && !own && (
        <Alert severity="warning">
          Você tem um atendimento em andamento com {pending.cliente.fant}. Ele continua em andamento.
        </Alert>
      )}
      <RecordFields idCli={idCli} draft={draft} />
      {!pending && !draft.touched && <StartLater idCli={idCli} onStarted={onClose} />}
    </FormDialog>
  );
}
