import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AskedText, EntryField } from './useEntryQueue.ts';

/** What Enter was pressed on and is not done: what waits in one line, each failure by its name. */
export function EntryStatus<Asked extends AskedText, Found>({ field }: { field: EntryField<Asked, Found> }) {
  const waiting = field.entries.filter(({ state }) => state !== 'falhou');
  const failed = field.entries.filter(({ state }) => state === 'falhou');
  return (
    <>
      <Box
        role="status"
        sx={{
          fontSize: 12,
          color: 'text.secondary',
          overflowWrap: 'anywhere',
          '&:empty': { display: 'none' },
        }}
      >
        {waiting.length > 0 && `Incluindo: ${waiting.map(({ asked }) => asked.text).join(', ')}`}
      </Box>
      {failed.map(({ id, asked, problem }) => (
        <Alert
          key={id}
          severity="error"
          sx={{
            py: 0,
            flexWrap: 'wrap',
            '& .MuiAlert-message': { flex: '1 1 160px', overflowWrap: 'anywhere' },
          }}
          action={
            <>
              <Button
                color="inherit"
                size="small"
                aria-label={`Tentar de novo ${asked.text}`}
                onClick={() => field.again(id)}
              >
                Tentar de novo
              </Button>
              <Button
                color="inherit"
                size="small"
                aria-label={`Dispensar ${asked.text}`}
                onClick={() => field.forget(id)}
              >
                Dispensar
              </Button>
            </>
          }
        >
          <strong>{asked.text}</strong>: {problem}
        </Alert>
      ))}
    </>
  );
}
