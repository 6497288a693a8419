import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { jsonText } from '../frame/jsonText.ts';
import type { Checked } from '../frame/useChecks.ts';
import { JsonDiff } from './JsonDiff.tsx';

interface ChangeListProps {
  changes: Checked['mudancas'];
  before: unknown;
  after: unknown;
  /** What is said where nothing differs. */
  empty?: string;
}

/** Differences as sentences, and the JSON behind them for those who ask. */
export function ChangeList({ changes, before, after, empty = 'Nada muda.' }: ChangeListProps) {
  const [showJson, setShowJson] = useState(false);
  const texts = useMemo(() => [jsonText(before ?? {}), jsonText(after ?? {})] as const, [before, after]);
  const differs = texts[0] !== texts[1];
  if (!differs && changes.length === 0) return <Typography color="text.secondary">{empty}</Typography>;
  return (
    <>
      <ul style={{ margin: '0 0 8px', paddingLeft: 20 }}>
        {changes.length === 0 && (
          <li>
            {before ? 'Mudou só a ordem interna do arquivo: nada muda no uso.' : 'É a primeira versão.'}
          </li>
        )}
        {changes.map(({ ponteiro, frase }) => (
          <li key={`${ponteiro} ${frase}`} style={{ overflowWrap: 'anywhere' }}>
            {frase}
          </li>
        ))}
      </ul>
      {differs && (
        <Button size="small" aria-expanded={showJson} onClick={() => setShowJson(!showJson)}>
          {showJson ? 'Ocultar o JSON' : 'Ver no JSON'}
        </Button>
      )}
      {showJson && <JsonDiff before={texts[0]} after={texts[1]} />}
    </>
  );
}
