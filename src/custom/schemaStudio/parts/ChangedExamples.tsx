import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Problem } from '../../../../contract/config/definitions.ts';
import { errorText } from '../../../ui/shell/states/StateMessage.tsx';
import { countOf } from '../definitionWords.ts';
import type { Content } from '../editors.ts';

interface ChangedExamplesProps {
  content: Content;
  onChange: (content: Content) => void | Promise<void>;
  /** The same content, with its examples updated to expect the current results. */
  withNewResults: (content: Content) => Promise<Content>;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** An example as a whole, its value for a removed filter, or the columns it expects. */
const OF_EXAMPLE = /^\/testes\/\d+(\/parametros\/[^/]+|\/espera\/colunas)?$/;

const MAX_SHOWN = 6;

export const isOfExample = ({ ponteiro, gravidade }: Problem): boolean =>
  gravidade === 'ERRO' && OF_EXAMPLE.test(ponteiro);

/** Examples whose result differs under a changed rule; after reading them, the person can accept the current results. */
export function ChangedExamples(props: ChangedExamplesProps) {
  const { content, onChange, withNewResults, problems, readOnly } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const changed = problems.filter(isOfExample);
  if (changed.length === 0 || readOnly) return null;
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
      {countOf(changed.length, 'exemplo deu outro resultado', 'exemplos deram outro resultado')} com as regras
      de agora. Se é isso que você quer, aceite.
      <ul style={{ margin: '4px 0', paddingLeft: 18 }}>
        {changed.slice(0, MAX_SHOWN).map(({ ponteiro, mensagem }) => (
          <li key={`${ponteiro} ${mensagem}`}>{mensagem}</li>
        ))}
        {changed.length > MAX_SHOWN && <li>e mais {changed.length - MAX_SHOWN}</li>}
      </ul>
      {failure && <div role="alert">{failure}</div>}
      <div>
        <Button size="small" color="inherit" onClick={accept} loading={busy}>
          Aceitar os novos resultados
        </Button>
      </div>
    </Alert>
  );
}
