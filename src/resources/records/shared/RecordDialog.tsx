import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type ComponentProps, useId } from 'react';
import {
  type RecordKey,
  type RecordTypeView,
  recordRoutes,
  type StoredRecord,
} from '#contract/records/routes/records.ts';
import { useRoute } from '#data/useRoute.ts';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { RecordEditor } from './RecordEditor.tsx';
import { recordName, useRecordLive } from './recordColumns.tsx';

interface RecordDialogProps {
  type: RecordTypeView;
  /** `null` creates a new record. */
  id: number | null;
  begins: ComponentProps<typeof RecordEditor>['begins'];
  onClose: () => void;
}

/** A record in a dialog over another screen, which keeps its state. */
export function RecordDialog({ type, id, begins, onClose }: RecordDialogProps) {
  const titleId = useId();
  const stored = useRoute(
    recordRoutes.get,
    { params: { chave: type.chave as RecordKey, id: id ?? 0 } },
    { enabled: id !== null },
  );
  useRecordLive(type.chave, id, stored.refetch);
  const record = id === null ? undefined : (stored.data?.data as StoredRecord | undefined);
  return (
    <DialogFrame open onClose={onClose} fullScreen="phone" maxWidth="md" fullWidth aria-labelledby={titleId}>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', pl: { xs: 4, md: 6 }, pr: 3, pt: 3 }}
      >
        <Typography id={titleId} variant="h2" component="h2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {record ? recordName(type, record) : id === null ? `Criar ${type.titulo.um}` : type.titulo.um}
        </Typography>
        <CloseCross>
          <CloseOutlined />
        </CloseCross>
      </Box>
      <DialogContent>
        <Failure
          answer={stored}
          missing={
            <EmptyState
              title="Registro não encontrado"
              text="Ele não existe mais, ou não está entre os que você pode ver."
            />
          }
        />
        {id === null || record ? (
          <RecordEditor type={type} record={record} backTo={onClose} begins={begins} />
        ) : (
          !stored.error && <TextSkeleton lines={8} />
        )}
      </DialogContent>
    </DialogFrame>
  );
}
