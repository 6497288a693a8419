import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import type { Refused } from './useMoveCall.ts';

const MOST = 20;

interface MissingListProps {
  missing: Readonly<Record<string, string>>;
  refused: Refused | null;
}

/** What keeps a move from being made, line by line; comes into sight when it appears. */
export function MissingList({ missing, refused }: MissingListProps) {
  const box = useRef<HTMLDivElement>(null);
  const title = refused?.text ?? 'Falta preencher';
  const texts = [...new Set([...Object.values(missing), ...Object.values(refused?.fields ?? {})])].filter(
    (text) => text !== title,
  );
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
      {refused?.requestId && <small>Protocolo {refused.requestId}</small>}
    </Alert>
  );
}
