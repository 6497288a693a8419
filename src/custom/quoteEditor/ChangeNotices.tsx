import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import type { EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';

/** What a change brought with it stays in sight until it is closed; what has to be done again, until it is done. */
export function ChangeNotices({ quote }: { quote: EditedQuote }) {
  const [told, setTold] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (quote.avisos.length > 0) setTold((before) => [...new Set([...before, ...quote.avisos])]);
  }, [quote.versao]);
  if (told.length === 0 && quote.pendencias.length === 0) return null;
  return (
    <Box role="status" sx={{ display: 'contents' }}>
      {quote.pendencias.map((text) => (
        <Alert key={text} role="none" severity="warning" sx={{ mb: 3 }}>
          {text}
        </Alert>
      ))}
      {told.length > 0 && (
        <Alert
          role="none"
          severity="info"
          closeText="Fechar aviso"
          onClose={() => setTold([])}
          sx={{ mb: 3, position: 'sticky', top: 'var(--shell-top)', zIndex: 3 }}
        >
          {told.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
    </Box>
  );
}
