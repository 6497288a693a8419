import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import type { DefinitionDetail } from '../../../../contract/config/definitions.ts';
import { DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { JsonDiff } from '../versions/JsonDiff.tsx';
import { jsonText } from './jsonText.ts';

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
