import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EnteredLine } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { type Answer, AskedLine } from './AskedLine.tsx';

interface PasteDialogProps {
  quote: EditedQuote;
  /** What was pasted into the search; '' to paste here. */
  text: string;
  onChanged: (quote: EditedQuote) => void;
  onClose: () => void;
}

/**
 * A pasted list: what is sure is in the quote already when the dialog shows the rest, each with the products that it may mean. The
 * keys 1 to 5 choose, 0 leaves out, Enter goes on; the last one adds what was chosen.
 */
export function PasteDialog({ quote, text, onChanged, onClose }: PasteDialogProps) {
  const [list, setList] = useState(text);
  const [read, setRead] = useState<{ lines: EnteredLine[]; versao: number } | null>(null);
  const take = ({ orcamento, linhas }: { orcamento: EditedQuote; linhas: EnteredLine[] }) => {
    onChanged(orcamento);
    setRead({ lines: linhas, versao: orcamento.versao });
  };
  const paste = useRouteCommand(quoteEditingRoutes.paste, { onSuccess: ({ data }) => take(data) });
  const send = (texto: string) =>
    paste.mutate({ params: { id: quote.id }, body: { texto, versao: quote.versao } });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pasted is read once
  useEffect(() => {
    if (begun.current || text === '') return;
    begun.current = true;
    send(text);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (list.trim()) send(list);
  };
  return (
    <DialogFrame
      open
      onClose={onClose}
      confirmsDiscard={read === null}
      maxWidth="md"
      fullWidth
      fullScreen="phone"
      aria-labelledby="colar-titulo"
    >
      <DialogTitle id="colar-titulo">Colar lista de produtos</DialogTitle>
      {read ? (
        <Questions quote={quote} read={read} onTaken={take} onClose={onClose} />
      ) : (
        <Box component="form" onSubmit={submit} sx={FORM}>
          <DialogContent dividers>
            {paste.error && (
              <Alert severity="error" sx={{ mb: 3 }}>
                {errorText(paste.error)}
              </Alert>
            )}
            {paste.isPending && text !== '' ? (
              <TextSkeleton lines={6} />
            ) : (
              <TextField
                label="Lista do cliente"
                helperText="Uma linha por produto, do WhatsApp, do e-mail ou da planilha: código, código de barras ou nome, com quantidade e unidade em qualquer ordem."
                placeholder={'12 cx arroz tp1 5kg\n5x REF-123\n7891234567895 24'}
                multiline
                minRows={8}
                maxRows={16}
                fullWidth
                autoFocus
                value={list}
                onChange={(event) => setList(event.target.value.slice(0, MAX_TEXT))}
              />
            )}
          </DialogContent>
          <DialogActions>
            <CloseButton>Cancelar</CloseButton>
            <Button type="submit" variant="contained" loading={paste.isPending} disabled={!list.trim()}>
              Ler a lista
            </Button>
          </DialogActions>
        </Box>
      )}
    </DialogFrame>
  );
}

const MAX_TEXT = 40_000;
const FORM = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;

interface QuestionsProps {
  quote: EditedQuote;
  read: { lines: EnteredLine[]; versao: number };
  onTaken: (answer: { orcamento: EditedQuote; linhas: EnteredLine[] }) => void;
  onClose: () => void;
}

function Questions({ quote, read, onTaken, onClose }: QuestionsProps) {
  const asked = read.lines.filter(({ situacao }) => situacao === 'ESCOLHER' || situacao === 'RECUSADA');
  const taken = read.lines.filter(({ situacao }) => situacao === 'INCLUIDA').length;
  const [answers, setAnswers] = useState<Readonly<Record<number, Answer>>>({});
  const list = useRef<HTMLOListElement>(null);
  const enter = useRouteCommand(quoteEditingRoutes.enter, {
    onSuccess: ({ data }) => {
      setAnswers({});
      onTaken(data);
    },
  });
  const chosen = asked.flatMap((line, at) => {
    const answer = answers[at];
    return answer?.produto ? [{ line, ...answer, produto: answer.produto }] : [];
  });
  // Questions follow each other by Enter; the first one has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new set of questions
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[data-asked]')?.focus();
  }, [read]);
  const goOn = (from: HTMLElement) => {
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-asked]') ?? [])];
    const next = stops[stops.indexOf(from) + 1];
    if (next) next.focus();
    else document.getElementById('colar-incluir')?.focus();
  };
  const send = () =>
    enter.mutate({
      params: { id: quote.id },
      body: {
        versao: read.versao,
        linhas: chosen.map(({ line, produto, qtde }) => ({
          texto: line.texto,
          idProd: produto.id,
          qtde,
          ...(line.palavras && { palavras: line.palavras }),
        })),
      },
    });
  return (
    <>
      <DialogContent dividers>
        <Alert severity={asked.length > 0 ? 'info' : 'success'} sx={{ mb: asked.length > 0 ? 3 : 0 }}>
          {formatCount(taken, 'produto incluído', 'produtos incluídos')}
          {asked.length > 0 && `, ${formatCount(asked.length, 'linha a decidir', 'linhas a decidir')}: `}
          {asked.length > 0 && 'as teclas 1 a 5 escolhem, 0 deixa de fora e Enter segue.'}
        </Alert>
        {enter.error && (
          <Alert severity="error" sx={{ mb: 3 }}>
            {errorText(enter.error)}
          </Alert>
        )}
        <Box component="ol" ref={list} aria-label="Linhas a decidir" sx={LIST}>
          {asked.map((line, at) => (
            <AskedLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a list may have the same line twice, and its order never changes
              key={`${read.versao}-${at}`}
              line={line}
              answer={answers[at]}
              onAnswer={(answer) => setAnswers((held) => ({ ...held, [at]: answer }))}
              onNext={goOn}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button id="colar-fechar" color="inherit" onClick={onClose} autoFocus={asked.length === 0}>
          {asked.length === 0 ? 'Fechar' : 'Fechar sem as demais'}
        </Button>
        {asked.length > 0 && (
          <Button
            id="colar-incluir"
            variant="contained"
            loading={enter.isPending}
            disabled={chosen.length === 0}
            onClick={send}
          >
            Incluir{' '}
            {chosen.length > 0 ? formatCount(chosen.length, 'escolhido', 'escolhidos') : 'os escolhidos'}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 } as const;
