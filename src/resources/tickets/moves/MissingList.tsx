import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import type { Refused } from './useMoveSession.ts';

const MOST = 20;

/** A refusal whose sentence begins with its first line needs that said once only. */
function titleOf(refused: Refused | null, lines: readonly string[]): string {
  const [first] = lines;
  if (!refused) return 'Falta preencher';
  return first && lines.length > 1 && refused.text.startsWith(first)
    ? 'Confira antes de seguir'
    : refused.text;
}

interface MissingListProps {
  missing: Readonly<Record<string, string>>;
  refused: Refused | null;
}

/** What keeps a move from being made, line by line; comes into sight when it appears. */
export function MissingList({ missing, refused }: MissingListProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = [...new Set([...Object.values(missing), ...Object.values(refused?.fields ?? {})])];
  const title = titleOf(refused, lines);
  const texts = lines.filter((text) => text !== title);
  const shown = refused !== null || texts.length > 0;
  const said = `${title}${texts.join()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: comes into sight again when it says something else
  useEffect(() => {
    if (shown) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shown, said]);
  if (!shown) return null;
  return (
    <Alert ref={box} severity="error" role="alert">
      <AlertTitle sx={{ whiteSpace: 'pre-line' }}>{title}</AlertTitle>
      {texts.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 4.5 }}>
          {texts.slice(0, MOST).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {texts.length > MOST && <li>e mais {texts.length - MOST}</li>}
        </Box>
      )}
      {refused?.requestId && lines.length === 0 && <small>Protocolo {refused.requestId}</small>}
    </Alert>
  );
}
