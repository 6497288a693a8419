import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ANALYSIS_SUGGESTED, type TicketChanged } from '#contract/realtime.ts';
import type { TicketMoved } from '#contract/sac/tickets/ticketMoves.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { DraftEnd } from '#ui/drafts/DraftEnd.tsx';
import { KeptDrafts } from '#ui/drafts/KeptDrafts.tsx';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useTicketNews } from '../shared/ticketLive.ts';
import { ConflictPanel } from './ConflictPanel.tsx';
import { MoveFields } from './MoveFields.tsx';
import { type AskedMove, MOVES, moveFields } from './moveInput.ts';
import { type AskedOpenMove, type Refused, requirementOf, useMoveSession } from './useMoveSession.ts';

interface MoveDialogProps {
  ticket: Ticket;
  move: AskedOpenMove | null;
  onClose: () => void;
}

/** Steps whose form is a table of lines or is shown beside the mirror. */
const WIDE = new Set([
  'ANALISE_DEVOLUCAO',
  'ENVIO_NF_DEVOLUCAO',
  'CONFERENCIA_DEVOLUCAO',
  'PRORROGACAO_FINANCEIRO',
]);

/** The dialog for every move of a ticket. Input is kept when it is closed, and restored later. */
export const MoveDialog = ({ move, ...props }: MoveDialogProps) =>
  move && <OpenDialog move={move} {...props} />;

function OpenDialog({ ticket, move, onClose }: MoveDialogProps & { move: AskedOpenMove }) {
  const notify = useNotify();
  const titleId = useId();
  // The page shows the next step shortly before the dialog closes, which must not resize it.
  const [wide] = useState(
    move.kind === 'avancar' && !move.transition && WIDE.has(requirementOf(ticket) ?? ''),
  );
  return (
    <DialogFrame
      open
      onClose={onClose}
      fullWidth
      fullScreen={(move.kind === 'avancar' || move.kind === 'reclassificar') && 'phone'}
      maxWidth={wide ? 'lg' : move.kind === 'reclassificar' ? 'md' : 'sm'}
      aria-labelledby={titleId}
    >
      <MoveContent
        ticket={ticket}
        move={move}
        titleId={titleId}
        onClose={onClose}
        onMoved={({ message }) => {
          notify(ticketWording(message), { type: 'success' });
          onClose();
        }}
      />
    </DialogFrame>
  );
}

interface MoveContentProps {
  ticket: Ticket;
  move: AskedOpenMove;
  titleId: string;
  onClose: () => void;
  onMoved: (moved: TicketMoved['data']) => void;
}

function MoveContent({ ticket, move, titleId, onClose, onMoved }: MoveContentProps) {
  const session = useMoveSession(ticket, move, onMoved);
  const news = useTicketNews(ticket.id);
  const { seen, plan, Form, calling, draft } = session;
  const text = MOVES[move.kind];
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!calling.conflict) session.submit();
  };
  const giveUp = () => {
    draft.discard().catch(() => {});
    onClose();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        if (event.ctrlKey || event.metaKey) submit(event);
        // A field that answers Enter itself, as the search of invoices, does not send the form.
        else if ((event.target as HTMLElement).matches('[data-own-enter] input')) event.preventDefault();
      }}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogTitle id={titleId}>
        {titleOf(seen, move, plan.transition?.rotulo, Form !== null)}
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {ticketWording(`Ticket ${seen.id}`)} · {seen.cliente.fant || seen.cliente.razSoc}
        </Typography>
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <DraftEnd life={draft.life} />
        {!calling.conflict && !draft.life.end && session.obstacle && (
          <Overtaken news={news} obstacle={session.obstacle} kind={move.kind} />
        )}
        {calling.conflict && (
          <ConflictPanel
            conflict={calling.conflict}
            actions={
              <>
                <Button color="inherit" variant="outlined" onClick={giveUp}>
                  Ficar com o dele
                </Button>
                {session.obstacle === null && (
                  <Button
                    color="inherit"
                    variant="outlined"
                    onClick={session.applyAnyway}
                    loading={calling.sending}
                  >
                    Aplicar o meu
                  </Button>
                )}
              </>
            }
          />
        )}
        <MissingList missing={session.missing} refused={calling.refused} />
        <Sentence>
          {ticketWording(text.sentence) || sentenceOf(seen, plan.transition?.descricao, plan.takesData)}
        </Sentence>
        <KeptDrafts drafts={draft.kept} fields={moveFields(session.stepFields.formulario?.schema)} />
        {draft.restored && (
          <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
            O que você já tinha preenchido está de volta.{' '}
            <Button size="small" onClick={() => draft.discard().catch(() => {})}>
              Começar de novo
            </Button>
          </Typography>
        )}
        {session.ready ? <MoveFields session={session} /> : <FormSkeleton fields={2} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
        <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 0 }}>
          <SaveStatus state={draft.state} />
        </Box>
        <CloseButton disabled={calling.sending}>Fechar</CloseButton>
        <Button
          type="submit"
          variant="contained"
          color={text.tone}
          loading={calling.sending}
          disabled={
            !session.ready ||
            calling.conflict !== null ||
            session.obstacle !== null ||
            draft.life.end !== null
          }
          autoFocus={!session.asks}
        >
          {submitText(move, plan.transition?.rotulo, Form !== null)}
        </Button>
      </DialogActions>
    </Box>
  );
}

/** What completes a step, by the type of the entry in the timeline. */
const COMPLETED: ReadonlySet<string> = new Set([
  'AVANCO',
  'ANALISE',
  'NOTA_DEVOLUCAO',
  'CONFERENCIA',
  'FINALIZACAO',
]);
/** Writes that leave every move open. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['MENSAGEM', 'ATRIBUICAO', 'ENCAMINHAMENTO', 'ANEXO', 'CUSTO'],
  ANALYSIS_SUGGESTED,
]);

interface OvertakenProps {
  news: readonly TicketChanged[];
  obstacle: string;
  kind: AskedMove;
}

/** Somebody moved the ticket while this dialog was open, so that its input can no longer be applied. */
function Overtaken({ news, obstacle, kind }: OvertakenProps) {
  const cause = news.find(({ tipo }) => !HARMLESS.has(tipo));
  const who = cause?.por?.nome ?? 'Outra pessoa';
  const completed = kind === 'avancar' && cause && COMPLETED.has(cause.tipo);
  return (
    <Alert severity="warning" role="alert">
      <AlertTitle>
        {ticketWording(`${who} ${completed ? 'concluiu esta etapa' : 'mudou este ticket'} agora`)}
      </AlertTitle>
      {ticketWording(obstacle)} O que você escreveu continua abaixo.
    </Alert>
  );
}

const Sentence = ({ children }: { children: string }) =>
  children !== '' && <Typography>{children}</Typography>;

/** A step with a form is titled with its name, a plain step forward with its button's label. */
function titleOf(
  ticket: Ticket,
  { kind, transition }: AskedOpenMove,
  label: string | undefined,
  hasForm: boolean,
) {
  if (kind !== 'avancar') return ticketWording(MOVES[kind].title);
  if (hasForm && !transition) return ticket.etapaAtual.descricao;
  return label ?? MOVES.avancar.title;
}

/** The transition's own label, or a generic one as long as the step's work opens no transition. */
function submitText({ kind }: AskedOpenMove, label: string | undefined, hasForm: boolean) {
  if (kind !== 'avancar') return ticketWording(MOVES[kind].confirm);
  return label ?? (hasForm ? 'Concluir etapa' : MOVES.avancar.confirm);
}

const sentenceOf = (ticket: Ticket, target: string | undefined, hasForm: boolean) => {
  if (!target) return '';
  return hasForm
    ? `Depois disto o ticket vai para a etapa '${target}'.`
    : `O ticket vai da etapa '${ticket.etapaAtual.descricao}' para '${target}'.`;
};

const MAX_SHOWN = 20;

/** Avoids repetition when the refusal's message already begins with the first line. */
function stepTitleOf(refused: Refused | null, lines: readonly string[]): string {
  const [first] = lines;
  if (!refused) return 'Confira antes de seguir';
  return first && lines.length > 1 && refused.text.startsWith(first)
    ? 'Confira antes de seguir'
    : refused.text;
}

interface MissingListProps {
  missing: Readonly<Record<string, string>>;
  refused: Refused | null;
}

/** What prevents a move, one line each; scrolled into view when it appears. */
function MissingList({ missing, refused }: MissingListProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = [...new Set([...Object.values(missing), ...Object.values(refused?.fields ?? {})])];
  const title = stepTitleOf(refused, lines);
  const texts = lines.filter((text) => text !== title);
  const shown = refused !== null || texts.length > 0;
  const said = `${title}${texts.join()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reappears when its text changes
  useEffect(() => {
    if (shown) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [shown, said]);
  if (!shown) return null;
  return (
    <Alert ref={box} severity="error" role="alert">
      <AlertTitle sx={{ whiteSpace: 'pre-line' }}>{title}</AlertTitle>
      {texts.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 4.5 }}>
          {texts.slice(0, MAX_SHOWN).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {texts.length > MAX_SHOWN && <li>e mais {texts.length - MAX_SHOWN}</li>}
        </Box>
      )}
      {refused?.requestId && lines.length === 0 && <small>Protocolo {refused.requestId}</small>}
    </Alert>
  );
}
