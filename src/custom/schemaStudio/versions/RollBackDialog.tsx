import TextField from '@mui/material/TextField';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import {
  type DefinitionDetail,
  type DefinitionVersion,
  definitionRoutes,
} from '../../../../contract/config/definitions.ts';
import { attemptKeys } from '../../../dataProvider/attemptKeys.ts';
import { call } from '../../../dataProvider/call.ts';
import { ConfirmDialog } from '../../../ui/components/ConfirmDialog.tsx';
import { RollBackPlan } from './RollBackPlan.tsx';

interface RollBackDialogProps {
  detail: DefinitionDetail;
  version: DefinitionVersion;
  onClose: () => void;
  onDone: (detail: DefinitionDetail) => void;
}

/** Says what going back will do, and does it. */
export function RollBackDialog({ detail, version, onClose, onDone }: RollBackDialogProps) {
  const notify = useNotify();
  const [nota, setNota] = useState('');
  const keyOf = useRef(attemptKeys());
  const { tipo, chave, versao, versaoPublicada } = detail;
  const confirm = async () => {
    const body = { versao, nota };
    const { data } = await call(
      definitionRoutes.rollBack,
      { params: { tipo, chave, numero: version.numero }, body },
      { idempotencyKey: keyOf.current(body) },
    );
    notify(`Versão ${data.versaoPublicada} publicada com o conteúdo da ${version.numero}.`, {
      type: 'success',
    });
    onDone(data);
  };
  return (
    <ConfirmDialog
      open
      title={`Voltar à versão ${version.numero}?`}
      text={`O conteúdo da versão ${version.numero} será publicado de novo, como versão ${(versaoPublicada ?? 0) + 1}, e vale na hora. A versão ${versaoPublicada ?? 0} continua guardada${detail.temRascunho ? ', e o rascunho em andamento também' : ''}.`}
      confirmLabel="Voltar a esta versão"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <RollBackPlan detail={detail} number={version.numero} />
      <TextField
        label="Nota"
        helperText="Por que se volta atrás; fica na linha do tempo."
        value={nota}
        onChange={(event) => setNota(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
        sx={{ mt: 3 }}
      />
    </ConfirmDialog>
  );
}
