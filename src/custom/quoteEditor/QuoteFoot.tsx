import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { ConflictView } from '../../ui/conflict/ConflictView.tsx';
import { SaveStatus } from '../../ui/drafts/SaveStatus.tsx';
import { SaveAsOrder } from './SaveAsOrder.tsx';
import { PhoneTotals, TotalsStrip } from './TotalsStrip.tsx';
import type { QuoteEditing } from './useQuoteEditing.ts';

interface QuoteFootProps {
  editing: QuoteEditing;
  /** Of a refused change; a product is named, for the line may be out of sight or none yet. */
  refusal: string | null;
  onNegotiate?: (() => void) | undefined;
}

/** What is told wherever the page is scrolled to, and moves nothing on it: what was refused, whether all is saved, the sums. */
export function QuoteFoot({ editing, refusal, onNegotiate }: QuoteFootProps) {
  const { quote, state } = editing;
  const unsaved = state.kind === 'failed';
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
        {/* In sight wherever somebody writes; never more of the page than lets them write on. */}
        <Box sx={{ maxHeight: '50vh', overflowY: 'auto' }}>
          <ConflictView conflict={editing.conflict} name="este orçamento" autosaved />
        </Box>
        {unsaved && (
          <Paper variant="outlined" sx={{ px: 4, py: 2 }}>
            <SaveStatus state={state} />
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
