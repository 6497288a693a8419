import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { errorText } from '../../layout/errorText.ts';
import { countOf } from '../definitionWords.ts';
import type { StepPieceProps } from './FieldProperties.tsx';
import { withNewResults } from './newResults.ts';

/** Examples that a changed rule judges otherwise: after reading them, one accepts what happens now. */
export function ChangedExamples({ content, onChange, problems, readOnly }: StepPieceProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const changed = problems.filter(
    ({ ponteiro, gravidade }) => gravidade === 'ERRO' && /^\/testes\/\d+$/.test(ponteiro),
  ).length;
  if (changed === 0 || readOnly) return null;
  const accept = async () => {
    setBusy(true);
    setFailure('');
    await withNewResults(content)
      .then(onChange)
      .catch((error: unknown) => setFailure(errorText(error)));
    setBusy(false);
  };
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {countOf(changed, 'exemplo deu outro resultado', 'exemplos deram outro resultado')} com as regras de
      agora. Se é isso que você quer, aceite.
      {failure && <div role="alert">{failure}</div>}
      <div>
        <Button size="small" color="inherit" onClick={accept} loading={busy}>
          Aceitar os novos resultados
        </Button>
      </div>
    </Alert>
  );
}
