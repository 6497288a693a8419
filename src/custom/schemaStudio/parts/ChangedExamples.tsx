import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { countOf } from '../definitionWords.ts';
import type { Content } from '../editorProps.ts';
import { type AcceptedExamples, acceptedExamples } from './acceptedExamples.ts';

interface ChangedExamplesProps {
  content: Content;
  onChange: (content: Content) => void | Promise<void>;
  /** The same content, with its examples updated to expect the current results. */
  withNewResults: (content: Content) => Promise<Content>;
  problems: readonly Problem[];
  readOnly: boolean;
}

/** An example as a whole, its value for a removed filter, or the columns it expects. */
const OF_EXAMPLE = /^\/testes\/(\d+)(\/parametros\/[^/]+|\/espera\/colunas)?$/;

const MAX_SHOWN = 6;

export const isOfExample = ({ ponteiro, gravidade }: Problem): boolean =>
  gravidade === 'ERRO' && OF_EXAMPLE.test(ponteiro);

/**
 * Examples whose result differs under a changed rule; after reading them, the person can accept the current results. Those that
 * would expect the contrary of what they were written for are asked about on their own.
 */
export function ChangedExamples(props: ChangedExamplesProps) {
  const { content, onChange, withNewResults, problems, readOnly } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [asked, setAsked] = useState<{ of: Content; accepted: AcceptedExamples } | null>(null);
  const changed = problems.filter(isOfExample);
  if (changed.length === 0 || readOnly) return null;
  const question = asked?.of === content ? asked.accepted : null;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure('');
    await work().catch((error: unknown) => setFailure(errorText(error)));
    setBusy(false);
  };
  const take = (next: Content) => run(async () => onChange(next));
  const accept = () =>
    run(async () => {
      const indexes = changed.map(({ ponteiro }) => Number(OF_EXAMPLE.exec(ponteiro)?.[1]));
      const accepted = acceptedExamples(content, await withNewResults(content), indexes);
      if (accepted.reversed.length === 0) await onChange(accepted.all);
      else setAsked({ of: content, accepted });
    });
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
      {question ? (
        <Reversed question={question} busy={busy} onTake={take} onKeep={() => setAsked(null)} />
      ) : (
        <Button size="small" color="inherit" onClick={accept} loading={busy}>
          Aceitar os novos resultados
        </Button>
      )}
    </Alert>
  );
}

interface ReversedProps {
  question: AcceptedExamples;
  busy: boolean;
  onTake: (content: Content) => void;
  onKeep: () => void;
}

/** An example that expects the contrary from now on no longer guards what it was written for. */
function Reversed({ question: { reversed, others, all }, busy, onTake, onKeep }: ReversedProps) {
  return (
    <section aria-label="Exemplos que se invertem">
      <strong>
        {countOf(reversed.length, 'exemplo passaria', 'exemplos passariam')} a esperar o contrário do que foi
        escrito.
      </strong>{' '}
      Se as regras é que estão erradas, ou se falta um valor no exemplo, corrija isso em vez de aceitar.
      <ul style={{ margin: '4px 0', paddingLeft: 18 }}>
        {reversed.slice(0, MAX_SHOWN).map(({ index, name, expects }) => (
          <li key={index}>
            {name}: passaria a ser {expects}
          </li>
        ))}
        {reversed.length > MAX_SHOWN && <li>e mais {reversed.length - MAX_SHOWN}</li>}
      </ul>
      {others && (
        <Button size="small" color="inherit" onClick={() => onTake(others)} loading={busy}>
          Aceitar só os outros
        </Button>
      )}
      <Button size="small" color="inherit" onClick={() => onTake(all)} loading={busy}>
        {reversed.length === 1 ? 'Inverter o exemplo' : `Inverter os ${reversed.length} exemplos`}
      </Button>
      <Button size="small" color="inherit" onClick={onKeep} disabled={busy}>
        Deixar como estão
      </Button>
    </section>
  );
}
