import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinkButton from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { documentRoutes } from '#contract/callcenter/orders/documents.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { CallFailure } from '#data/http.ts';
import { ownToday } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { errorText, requestIdOf } from '#ui/shell/states/StateMessage.tsx';

/** Lines of a short list, a hairline below each. */
export const Lines = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

/** The line's text, with its buttons on the right, or below it on a phone. */
export const Line = styled('li')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 48,
  padding: '6px 4px',
  borderBottom: `1px solid ${theme.vars.palette.components.linha}`,
  '& > .main': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& > .main small': {
    display: 'block',
    fontSize: '0.75rem',
    lineHeight: '16px',
    color: theme.vars.palette.components.textoSecundario,
  },
}));

/** Count on the left, the tab's own buttons on the right. */
export const TabHead = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  minHeight: 36,
  marginBottom: 8,
  fontSize: '0.8125rem',
  color: theme.vars.palette.components.textoSecundario,
}));

interface PanelFailureProps {
  error: unknown;
  onRetry: () => void;
  /** Set when the panel is in a dialog; adds a button that returns to where it was opened. */
  onBack?: () => void;
}

/** The customer could not be loaded (document 001 section 8): the server's message, with a retry and a way back. */
export function PanelFailure({ error, onRetry, onBack }: PanelFailureProps) {
  const id = requestIdOf(error);
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 560 }}>
      <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
        {[errorText(error), id && `Protocolo ${id}`].filter(Boolean).join('\n')}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button variant="contained" onClick={onRetry}>
          Tentar novamente
        </Button>
        {onBack ? (
          <Button variant="outlined" onClick={onBack}>
            Fechar
          </Button>
        ) : (
          <LinkButton variant="outlined" component={Link} to="/home">
            Voltar para Home
          </LinkButton>
        )}
      </Box>
    </Box>
  );
}

const STEPS = [
  { days: 45, label: 'Ver os últimos 45 dias' },
  { days: 180, label: 'Ver os últimos 6 meses' },
  { days: 365, label: 'Ver o último ano' },
  { days: 5 * 365, label: 'Ver os últimos 5 anos' },
];

interface WiderPeriodProps {
  /** First day of the period in which nothing was found. */
  from: CalendarDate;
  onFrom: (day: CalendarDate) => void;
}

/** Shown when a period's list is empty: one click extends the period to the next wider one. */
export function WiderPeriod({ from, onFrom }: WiderPeriodProps) {
  const next = STEPS.map(({ days, label }) => ({ label, first: addDays(ownToday(), -days) })).find(
    ({ first }) => first < from,
  );
  return (
    next && (
      <Button variant="outlined" onClick={() => onFrom(next.first)}>
        {next.label}
      </Button>
    )
  );
}

export type DocumentKind = 'boleto' | 'xml' | 'danfe';

export const DOCUMENTS = {
  boleto: { route: documentRoutes.slip, name: (id: number) => `boleto-${id}.pdf` },
  xml: { route: documentRoutes.invoiceXml, name: (id: number) => `nfe-${id}.xml` },
  danfe: { route: documentRoutes.invoicePdf, name: (id: number) => `nfe-${id}.pdf` },
} as const;

interface Notice {
  /** 'Aviso' for what the server refuses with a reason, 'Atenção' for a failure. */
  title: 'Aviso' | 'Atenção';
  text: string;
}

/** Downloads documents and reports errors in a dialog; the caller must render `notice`. */
export function useDocumentDownload() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const download = useCallback(async (kind: DocumentKind, id: number) => {
    const { route, name } = DOCUMENTS[kind];
    setBusy(`${kind}-${id}`);
    try {
      await downloadRoute(route, { params: { id } }, name(id));
    } catch (failure) {
      const refused = failure instanceof CallFailure && failure.status === 422;
      setNotice({ title: refused ? 'Aviso' : 'Atenção', text: errorText(failure) });
    } finally {
      setBusy(null);
    }
  }, []);
  const shown: ReactNode = notice && <NoticeDialog {...notice} onClose={() => setNotice(null)} />;
  return { download, busy, notice: shown };
}

function NoticeDialog({ title, text, onClose }: Notice & { onClose: () => void }) {
  const id = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ whiteSpace: 'pre-line' }}>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <CloseButton variant="contained" autoFocus>
          Fechar aviso
        </CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
