import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useEffect, useRef } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { Button } from '#ui/components/Button.tsx';
import { CloseButton, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useHasTouch } from '#ui/theme/windowWidth.ts';
import { AskedLine } from './AskedLine.tsx';
import { type Answer, type Asked, chosenOf, hasUnsentAnswer, isUndecided, type Taken } from './pastedList.ts';
import { TakenLines } from './TakenLines.tsx';

/** What the server's answers have brought since the dialog opened; a new object with each answer. */
export interface Told {
  added: number;
  /** Those that took the place of what was added before. */
  swapped: number;
  /** What the last answer refused of the chosen ones. */
  refused: readonly Pick<Asked, 'id' | 'noLugarDe'>[];
}

interface QuestionsProps {
  quoteId: number;
  asked: readonly Asked[];
  /** `null` when the dialog goes on with what was left. */
  told: Told | null;
  /** What is in the quote by its words alone. */
  taken: readonly Taken[];
  /** Asks one of them again. */
  onAskAgain: (line: Taken) => void;
  isPending: boolean;
  error: unknown;
  onChange: (next: (asked: readonly Asked[]) => readonly Asked[]) => void;
  onSend: () => void;
}

/** The lines to decide. Those undecided stay when the dialog closes; it asks before a choice is lost. */
export function Questions({
  quoteId,
  asked,
  told,
  taken,
  onAskAgain,
  isPending,
  error,
  onChange,
  onSend,
}: QuestionsProps) {
  const list = useRef<HTMLOListElement>(null);
  const hasTouch = useHasTouch();
  const chosen = chosenOf(asked);
  const undecided = asked.filter(isUndecided).length;
  const refused = new Set(told?.refused.map(({ id }) => id));
  const notSwapped = told?.refused.filter(({ noLugarDe }) => noLugarDe).length ?? 0;
  // The first question has the focus, and after each answer of the server the first that was refused; without any, the way out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new set of questions
  useEffect(() => {
    const first =
      list.current?.querySelector<HTMLElement>('[data-asked=refused]') ??
      list.current?.querySelector<HTMLElement>('[data-asked]');
    (first ?? document.getElementById(CLOSE))?.focus();
  }, [told]);
  const goOn = (from: HTMLElement) => {
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-asked]') ?? [])];
    const next = stops[stops.indexOf(from) + 1];
    (next ?? document.getElementById(chosen.length > 0 ? INCLUDE : CLOSE))?.focus();
  };
  const answer = (id: string, given: Answer) =>
    onChange((held) => held.map((each) => (each.id === id ? { ...each, answer: given } : each)));
  const leaveOut = () => {
    onChange((held) => held.map((each) => (isUndecided(each) ? { ...each, answer: LEFT_OUT } : each)));
    // The button goes away with what it was for.
    document.getElementById(chosen.length > 0 ? INCLUDE : CLOSE)?.focus();
  };
  const askAgain = (line: Taken) => {
    onAskAgain(line);
    // The line moves to the questions, and the focus with it.
    setTimeout(() =>
      [...(list.current?.querySelectorAll<HTMLElement>('[data-asked]') ?? [])].at(-1)?.focus(),
    );
  };
  const counts = [
    told && told.added > 0 && formatCount(told.added, 'produto incluído', 'produtos incluídos'),
    told && told.swapped > 0 && formatCount(told.swapped, 'produto trocado', 'produtos trocados'),
    notSwapped > 0 && formatCount(notSwapped, 'produto não foi trocado', 'produtos não foram trocados'),
    refused.size > notSwapped &&
      formatCount(refused.size - notSwapped, 'produto não foi incluído', 'produtos não foram incluídos'),
    undecided > 0
      ? formatCount(undecided, 'linha a decidir', 'linhas a decidir')
      : asked.length > 0 && formatCount(asked.length, 'linha decidida', 'linhas decididas'),
  ].filter(Boolean);
  const isDone = asked.length === 0 && counts.length > 0;
  return (
    <>
      <Unsaved active={hasUnsentAnswer(asked)} />
      <DialogContent dividers>
        <Alert severity={toneOf(isDone, refused.size > 0)} sx={{ mb: asked.length > 0 ? 3 : 0 }}>
          {counts.join(', ') || 'Nenhuma linha da lista fala de um produto'}
          {asked.length > 0 && !hasTouch && ': as teclas 1 a 5 escolhem, 0 deixa de fora e Enter segue'}.
        </Alert>
        <Box component="ol" ref={list} aria-label="Linhas a decidir" sx={LIST}>
          {asked.map((each) => (
            <AskedLine
              key={each.id}
              quoteId={quoteId}
              line={each.line}
              isInQuote={each.noLugarDe !== undefined}
              isRefused={refused.has(each.id)}
              answer={each.answer}
              onAnswer={(given) => answer(each.id, given)}
              onNext={goOn}
            />
          ))}
        </Box>
        <TakenLines lines={taken} onAskAgain={askAgain} />
      </DialogContent>
      {/* Beside the button that was pressed, however far the list is scrolled. */}
      {Boolean(error) && (
        <Alert severity="error" sx={{ flex: 'none', borderRadius: 0 }}>
          {errorText(error)}
        </Alert>
      )}
      <DialogActions>
        {undecided > 0 && (
          <Button color="inherit" onClick={leaveOut} sx={{ mr: 'auto' }}>
            Deixar as demais de fora
          </Button>
        )}
        <CloseButton id={CLOSE}>Fechar</CloseButton>
        {asked.length > 0 && (
          <Button
            id={INCLUDE}
            variant="contained"
            loading={isPending}
            disabled={chosen.length === 0}
            onClick={onSend}
          >
            Incluir{' '}
            {chosen.length > 0 ? formatCount(chosen.length, 'escolhido', 'escolhidos') : 'os escolhidos'}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function toneOf(isDone: boolean, isRefused: boolean) {
  if (isRefused) return 'warning';
  return isDone ? 'success' : 'info';
}

const CLOSE = 'colar-fechar';
const INCLUDE = 'colar-incluir';
const LEFT_OUT: Answer = { produto: null, qtde: '1' };
const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 } as const;
