import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { paperStanding } from '#contract/catalogs/nfe.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type InvoicePaper, invoicePaperRoutes, type ReturnedLine } from '#contract/sac/invoicePapers.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { NoteMark } from '#ui/components/display/NoteMark.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Answered, EmptyState, errorText, isMissing } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { AssignReturnDialog } from './AssignReturnDialog.tsx';

/**
 * Warns about return notes of invoices that somebody has to look at, and opens them. Shows nothing if there are none, and to
 * those who may not read them; what could not be loaded is said, since it is not the same as none.
 */
export function PaperWarnings({ invoiceKeys }: { invoiceKeys: readonly (string | null)[] }) {
  const { can } = useCan();
  if (!can('SAC_TICKETS')) return null;
  const keys = [...new Set(invoiceKeys.flatMap((key) => key ?? []))];
  return keys.map((key) => <InvoiceWarnings key={key} numNf={key} />);
}

function InvoiceWarnings({ numNf }: { numNf: string }) {
  const answer = useRoute(invoicePaperRoutes.list, { params: { numNf } });
  const [open, setOpen] = useState(false);
  const { avisos = [], documentos = [] } = answer.data?.data ?? {};
  // A note of a customer or branch of others is as good as unknown here.
  if (answer.error && answer.data === undefined && !isMissing(answer.error))
    return (
      <Alert
        severity="error"
        sx={{ mb: 2 }}
        action={
          <Button color="inherit" size="small" onClick={() => void answer.refetch()}>
            Tentar novamente
          </Button>
        }
      >
        {`Os documentos da nota ${numberOf(numNf)} não carregaram, e não se sabe se há devoluções dela: ${errorText(answer.error)}`}
      </Alert>
    );
  if (documentos.length === 0) return null;
  return (
    <>
      <Alert
        severity={avisos.length > 0 ? 'warning' : 'info'}
        sx={{ mb: 2, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        action={
          <Button color="inherit" size="small" onClick={() => setOpen(true)}>
            Ver documentos
          </Button>
        }
      >
        {avisos.length > 0 ? avisos.join('\n') : 'Há devoluções, complementos ou correções desta nota.'}
      </Alert>
      {open && <InvoicePapersDialog numNf={numNf} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The number of a note within its key. */
const numberOf = (numNf: string): number => Number(numNf.slice(25, 34));

/** What is known of an invoice by its files: the mark of its signature, and the documents that are about it. */
export function InvoiceFacts({ numNf }: { numNf: string }) {
  const { can } = useCan();
  const mayRead = can('SAC_TICKETS');
  const { data } = useRoute(invoicePaperRoutes.list, { params: { numNf } }, { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <NoteMark text={data?.data.avisoNota ?? ''} />
      <PaperWarnings invoiceKeys={[numNf]} />
    </Box>
  );
}

interface InvoicePapersDialogProps {
  /** The access key of the invoice. */
  numNf: string;
  onClose: () => void;
}

/** What arrived as files about an invoice, with what each return lowers. */
export function InvoicePapersDialog({ numNf, onClose }: InvoicePapersDialogProps) {
  const titleId = useId();
  const answer = useRoute(invoicePaperRoutes.list, { params: { numNf } });
  return (
    <DialogFrame open onClose={onClose} fullWidth maxWidth="md" fullScreen="phone" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Documentos da nota {numberOf(numNf)}</DialogTitle>
      <DialogContent>
        <Answered answer={answer} skeleton={<ListSkeleton rows={3} />}>
          {({ data: { documentos, avisos, podeLigar, avisoNota } }) => (
            <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <NoteMark text={avisoNota} />
              {documentos.length === 0 && (
                <EmptyState
                  title="Nenhum documento"
                  text="Devoluções, notas complementares e cartas de correção aparecem aqui quando os XMLs chegam."
                />
              )}
              {avisos.length > 0 && (
                <Alert severity="warning" sx={{ whiteSpace: 'pre-line' }}>
                  {avisos.join('\n')}
                </Alert>
              )}
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
                {documentos.map((paper) => (
                  <Paper key={paper.id} paper={paper} numNf={numNf} mayAssign={podeLigar} />
                ))}
              </Box>
            </Box>
          )}
        </Answered>
      </DialogContent>
      <DialogActions>
        <CloseButton>Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

interface PaperProps {
  paper: InvoicePaper;
  numNf: string;
  mayAssign: boolean;
}

function Paper({ paper, numNf, mayAssign }: PaperProps) {
  const facts = [
    paper.data && formatCalendarDate(paper.data),
    paper.valor && formatMoney(paper.valor, 2),
  ].filter(Boolean);
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 500, flex: '1 1 220px', overflowWrap: 'anywhere' }}>
          {paper.titulo}
        </Typography>
        <StatusChip value={paper.situacao} catalog={paperStanding} />
      </Box>
      <SecondaryText as="div">
        {facts.join(' · ')}
        {paper.ticket !== null && (
          <>
            {' · '}
            <Link component={RouterLink} to={`/tickets/${paper.ticket}/show`}>
              Ticket {paper.ticket}
            </Link>
          </>
        )}
      </SecondaryText>
      {paper.texto && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          {paper.texto}
        </Typography>
      )}
      {paper.itens.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 4, display: 'grid', gap: 1 }}>
          {paper.itens.map((line) => (
            <Line key={line.id} line={line} numNf={numNf} mayAssign={mayAssign} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Line({ line, numNf, mayAssign }: { line: ReturnedLine; numNf: string; mayAssign: boolean }) {
  const [assigning, setAssigning] = useState(false);
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Typography variant="body2">
        {formatQuantity(line.quantidade)} {line.unidade} · {line.codigo} - {line.descricao}
      </Typography>
      <SecondaryText as="div">{outcomeOf(line)}</SecondaryText>
      {mayAssign && (
        <Button size="small" onClick={() => setAssigning(true)}>
          {line.problema ? 'Ligar a um item' : 'Mudar a ligação'}
        </Button>
      )}
      {assigning && <AssignReturnDialog line={line} numNf={numNf} onClose={() => setAssigning(false)} />}
    </Box>
  );
}

function outcomeOf({ problema, baixas, ligada }: ReturnedLine): string {
  if (problema) return `Não vinculado: ${problema}`;
  const deductions = baixas.map(
    ({ quantidade, unidade, produto, linha }) =>
      `Baixa ${formatQuantity(quantidade)} ${unidade} de ${produto} (item ${linha})`,
  );
  const what = deductions.length > 0 ? deductions.join('; ') : 'Não baixa nada desta nota';
  return ligada ? `${what}. Vinculado por ${ligada.por}: ${ligada.motivo}` : `${what}.`;
}
