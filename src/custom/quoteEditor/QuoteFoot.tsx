import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { SaveStatus } from '../../ui/drafts/SaveStatus.tsx';
import type { QuoteConflict } from './quoteClashes.ts';
import { SaveAsOrder } from './SaveAsOrder.tsx';
import { PhoneTotals, TotalsStrip } from './TotalsStrip.tsx';
import type { QuoteEditing } from './useQuoteEditing.ts';

interface QuoteFootProps {
  editing: QuoteEditing;
  /** Of a refused change; a product is named, for the line may be out of sight or none yet. */
  refusal: string | null;
  onNegotiate?: (() => void) | undefined;
}

/** Person, field and both values; what nobody else touched is kept either way. */
const Clashes = ({ conflict, editing }: { conflict: QuoteConflict; editing: QuoteEditing }) => (
  <Alert
    severity="warning"
    action={
      <>
        <Button color="inherit" size="small" onClick={() => void editing.takeOther()}>
          Ficar com o dele
        </Button>
        <Button color="inherit" size="small" onClick={() => void editing.keepMine()}>
          Aplicar o meu
        </Button>
      </>
    }
    sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 240px' } }}
  >
    {conflict.por || 'Outra pessoa'} mudou o mesmo que você:
    {conflict.clashes.map(({ field, theirs, mine }) => (
      <div key={field}>
        <strong>{field}</strong>: dele {theirs}, seu {mine}
      </div>
    ))}
  </Alert>
);

/** What is told wherever the page is scrolled to, and moves nothing on it: what was refused, whether all is saved, the sums. */
export function QuoteFoot({ editing, refusal, onNegotiate }: QuoteFootProps) {
  const { quote, state } = editing;
  const unsaved = state.kind === 'failed' || state.kind === 'conflict';
  return (
    <>
      <PhoneTotals quote={quote} />
      <Box
        sx={{
          position: 'sticky',
          bottom: 'var(--strip-room, 0px)',
          zIndex: 4,
          mt: 4,
          display: 'grid',
          gap: 2,
        }}
      >
        {editing.conflict && <Clashes conflict={editing.conflict} editing={editing} />}
        {unsaved && !editing.conflict && (
          <Paper variant="outlined" sx={{ px: 4, py: 2 }}>
            <SaveStatus
              state={state}
              onKeepMine={() => void editing.keepMine()}
              onTakeOther={() => void editing.takeOther()}
            />
          </Paper>
        )}
        {refusal && (
          <Alert
            severity="error"
            sx={{ whiteSpace: 'pre-line' }}
            action={
              <>
                {onNegotiate && (
                  <Button color="inherit" size="small" onClick={onNegotiate}>
                    Negociar preço
                  </Button>
                )}
                <Button color="inherit" size="small" onClick={editing.forget}>
                  Dispensar
                </Button>
              </>
            }
          >
            {refusal}
          </Alert>
        )}
        <TotalsStrip
          quote={quote}
          status={unsaved ? undefined : <SaveStatus state={state} />}
          actions={<SaveAsOrder editing={editing} />}
        />
      </Box>
    </>
  );
}
