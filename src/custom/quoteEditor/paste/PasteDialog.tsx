import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EnteredLines } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { call } from '#data/call.ts';
import { Button } from '#ui/components/Button.tsx';
import { CloseButton, DialogFrame, Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import {
  askedAgain,
  askedOf,
  chosenOf,
  entriesOf,
  type HeldList,
  leftAfter,
  leftOnClose,
  listProblem,
  type Taken,
  takenOf,
} from './pastedList.ts';
import { Questions, type Told } from './Questions.tsx';
import { useAtCurrentVersion } from './useAtCurrentVersion.ts';

interface PasteDialogProps {
  quote: EditedQuote;
  /** What is left of earlier lists; it stays when the dialog closes. */
  list: HeldList;
  /** What was pasted into the search; '' to paste here, or to go on with what is left. */
  text: string;
  onChanged: (quote: EditedQuote) => void;
  /** Sends the changes that wait; false where they could not be sent. */
  settle: () => Promise<boolean>;
  onClose: () => void;
}

/**
 * A pasted list: what is sure is in the quote already when the dialog shows the rest, each with the products that it may mean. The
 * keys 1 to 5 choose, 0 leaves out, Enter goes on; the last one adds what was chosen.
 */
export function PasteDialog({ quote, list, text, onChanged, settle, onClose }: PasteDialogProps) {
  const { id } = quote;
  /** `null` before this dialog has read anything. */
  const [told, setTold] = useState<Told | null>(null);
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const atCurrentVersion = useAtCurrentVersion({ quote, list, onChanged, settle });
  /** `sent`: what was answered; nothing where the lines were read for the first time. */
  const take = ({ orcamento, linhas }: EnteredLines, sent: ReturnType<typeof chosenOf> = []) => {
    onChanged(orcamento);
    const included = linhas.flatMap(({ situacao }, at) => (situacao === 'INCLUIDA' ? [at] : []));
    const swapped = included.filter((at) => sent[at]?.noLugarDe).length;
    setTold((before) => ({
      added: (before?.added ?? 0) + included.length - swapped,
      swapped: (before?.swapped ?? 0) + swapped,
      refused: sent.filter((_, at) => linhas[at]?.situacao !== 'INCLUIDA'),
    }));
  };
  const paste = useMutation({
    mutationFn: (texto: string) =>
      atCurrentVersion(texto, (versao, idempotencyKey) =>
        call(quoteEditingRoutes.paste, { params: { id }, body: { texto, versao } }, { idempotencyKey }),
      ),
    onSuccess: (answer) => {
      take(answer);
      setTaken((before) => [...before, ...takenOf(answer.linhas)]);
      list.settle((asked) => [...asked, ...askedOf(answer.linhas)], '');
    },
  });
  const enter = useMutation({
    mutationFn: (chosen: ReturnType<typeof chosenOf>) => {
      const linhas = entriesOf(chosen);
      return atCurrentVersion(JSON.stringify(linhas), (versao, idempotencyKey) =>
        call(quoteEditingRoutes.enter, { params: { id }, body: { linhas, versao } }, { idempotencyKey }),
      );
    },
    onSuccess: (answer, sent) => {
      take(answer, sent);
      list.settle((asked) => leftAfter(asked, sent, answer.linhas));
    },
  });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pasted is read once
  useEffect(() => {
    if (begun.current || text === '') return;
    begun.current = true;
    list.setText(text);
    if (!listProblem(text)) paste.mutate(text);
  }, []);
  const close = () => {
    list.setText('');
    list.change(leftOnClose);
    onClose();
  };
  // In the first moment, what was pasted is not in the list yet.
  const isUnread = list.text !== '' || (text !== '' && !begun.current);
  const asks = !isUnread && (told !== null || list.asked.length > 0);
  return (
    <DialogFrame
      open
      // What is on its way is in the quote or in the list only once it was answered.
      onClose={paste.isPending || enter.isPending ? undefined : close}
      maxWidth="md"
      fullWidth
      fullScreen="phone"
      aria-labelledby="colar-titulo"
    >
      <DialogTitle id="colar-titulo">Colar lista de produtos</DialogTitle>
      {asks ? (
        <Questions
          quoteId={id}
          asked={list.asked}
          told={told}
          taken={taken}
          onAskAgain={(line) => {
            setTaken((before) => before.filter(({ id }) => id !== line.id));
            list.change((asked) => [...asked, askedAgain(line)]);
          }}
          isPending={enter.isPending}
          error={enter.error}
          onChange={list.change}
          onSend={() => enter.mutate(chosenOf(list.asked))}
        />
      ) : (
        <ListForm
          text={list.text}
          onText={list.setText}
          isReading={paste.isPending}
          isGiven={text !== ''}
          error={paste.error}
          onSend={() => paste.mutate(list.text)}
        />
      )}
    </DialogFrame>
  );
}

interface ListFormProps {
  text: string;
  onText: (text: string) => void;
  isReading: boolean;
  /** Pasted before the dialog opened, so that it is read without being shown. */
  isGiven: boolean;
  error: unknown;
  onSend: () => void;
}

function ListForm({ text, onText, isReading, isGiven, error, onSend }: ListFormProps) {
  const problem = listProblem(text);
  const isReady = text.trim() !== '' && problem === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onSend();
  };
  return (
    <Box component="form" onSubmit={submit} sx={FORM}>
      <Unsaved active={text.trim() !== '' && !isReading} />
      <DialogContent dividers>
        {Boolean(error) && (
          <Alert severity="error" sx={{ mb: 3 }}>
            {errorText(error)}
          </Alert>
        )}
        {isReading && isGiven ? (
          <TextSkeleton lines={6} />
        ) : (
          <TextField
            label="Lista do cliente"
            helperText={
              problem ||
              'Uma linha por produto, do WhatsApp, do e-mail ou da planilha: código, código de barras ou nome, com quantidade e unidade em qualquer ordem.'
            }
            error={problem !== ''}
            placeholder={'12 cx arroz tp1 5kg\n5x REF-123\n7891234567895 24'}
            multiline
            minRows={8}
            maxRows={16}
            fullWidth
            autoFocus
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <CloseButton>Cancelar</CloseButton>
        <Button type="submit" variant="contained" loading={isReading} disabled={!isReady}>
          Ler a lista
        </Button>
      </DialogActions>
    </Box>
  );
}

const FORM = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;
