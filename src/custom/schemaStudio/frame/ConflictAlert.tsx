import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useNotify } from 'ra-core';
import { useId, useState } from 'react';
import { type DefinitionDetail, definitionRoutes } from '../../../../contract/config/definitions.ts';
import { call } from '../../../dataProvider/call.ts';
import { DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { errorText } from '../../../ui/shell/errorText.ts';
import { JsonDiff } from '../versions/CompareDialog.tsx';
import { contentIn, type Editing, jsonText } from './useEditing.ts';

interface ConflictAlertProps {
  detail: DefinitionDetail;
  editing: Editing;
}

/** Somebody else saved meanwhile: one's own text stays, and one chooses. */
export function ConflictAlert({ detail, editing }: ConflictAlertProps) {
  const notify = useNotify();
  const [theirs, setTheirs] = useState<DefinitionDetail | null>(null);
  const id = useId();
  const { saving, content } = editing;
  if (saving.state.kind !== 'conflict') return null;
  const load = async (then: (other: DefinitionDetail) => void) => {
    try {
      const params = { tipo: detail.tipo, chave: detail.chave };
      then((await call(definitionRoutes.get, { params })).data);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  };
  const takeTheirs = (other: DefinitionDetail) => {
    setTheirs(null);
    editing.take(other);
  };
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={() => load(setTheirs)}>
          Comparar e escolher
        </Button>
      }
    >
      {saving.conflict}
      {theirs && (
        <DialogFrame open onClose={() => setTheirs(null)} maxWidth="md" fullWidth aria-labelledby={id}>
          <DialogTitle id={id}>O seu texto e o que está gravado</DialogTitle>
          <DialogContent>
            <p style={{ marginTop: 0 }}>
              {theirs.rascunhoAutor
                ? `Em vermelho, o que ${theirs.rascunhoAutor.nome} gravou; em verde, o seu.`
                : 'Em vermelho, o que está gravado; em verde, o seu.'}
            </p>
            <JsonDiff before={jsonText(contentIn(theirs))} after={jsonText(content)} />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => takeTheirs(theirs)}>Ficar com o gravado</Button>
            <Button
              variant="contained"
              onClick={() => {
                setTheirs(null);
                saving.overwrite();
              }}
            >
              Gravar o meu por cima
            </Button>
          </DialogActions>
        </DialogFrame>
      )}
    </Alert>
  );
}

/** A copy whose standard has changed since says so, and shows in what they differ. */
export function StandardAlert({ detail }: { detail: DefinitionDetail }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!detail.baseMudou || !detail.padrao || !detail.publicado) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={() => setOpen(true)}>
          Ver diferença
        </Button>
      }
    >
      O padrão mudou desde que esta cópia foi feita. A cópia continua valendo como está.
      <DialogFrame open={open} onClose={() => setOpen(false)} maxWidth="md" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>O padrão de hoje e a sua cópia</DialogTitle>
        <DialogContent>
          <p style={{ marginTop: 0 }}>Em vermelho, o padrão; em verde, o que está publicado.</p>
          <JsonDiff before={jsonText(detail.padrao)} after={jsonText(detail.publicado)} />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Fechar</Button>
        </DialogActions>
      </DialogFrame>
    </Alert>
  );
}
