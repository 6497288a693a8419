import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { firstOfList } from '#contract/rules/text.ts';
import { pastedRows, returnsProblem } from '#contract/rules/tickets/pastedReturns.ts';
import type { TicketDraft } from '#contract/rules/tickets/ticketDraft.ts';
import { type Invoice, invoiceRoutes, type ReadReturn } from '#contract/sac/invoices.ts';
import { call } from '#data/call.ts';
import { TextField } from '#ui/components/TextField.tsx';
import { EntryStatus, type RequestedText, useEntryQueue } from '#ui/entry/useEntryQueue.tsx';
import { useItems } from '../draft/itemsChoice.ts';
import { answersOf, forgetLine, keyOf } from '../draft/itemTransitions.ts';
import {
  type AskedReturn,
  isAnswered,
  judgeAgain,
  meantLine,
  rowsOf,
  takeCandidate,
  takeReturns,
  undecidedRows,
  withPasted,
} from '../draft/pastedReturns.ts';
import { AskedReturns } from './AskedReturns.tsx';
import type { ReasonForAll } from './InvoiceProducts.tsx';
import { ReasonField } from './ReasonField.tsx';

interface PastedReturnsProps {
  forAll: ReasonForAll;
  /** Shows an invoice whose key was given, to choose from. */
  onInvoice: (invoice: Invoice) => void;
}

/** What is read at once: its first rows, and all of it. */
interface RequestedList extends RequestedText {
  list: string;
}

const requestedList = (list: string): RequestedList => ({ text: firstOfList(pastedRows(list), 2), list });

/**
 * One field for the key of an invoice and for lists of products. What is sure becomes an item at once; the other lines are asked
 * below the field, one after the other.
 */
export function PastedReturns({ forAll, onInvoice }: PastedReturnsProps) {
  const { draft, change } = useItems();
  const input = useRef<HTMLTextAreaElement>(null);
  const { asked, added, entry, choose, dismiss, correct, again } = usePasted(forAll, onInvoice);
  const text = draft.colado?.campo ?? '';
  const problem = returnsProblem(text);
  const setText = (campo: string) => change((now) => withPasted(now, { campo }));
  const read = (list: string) => {
    if (list.trim() === '') return;
    if (returnsProblem(list)) setText(list);
    else {
      setText('');
      entry.enter(requestedList(list));
    }
  };
  // A code is left in the field, so that a quantity may follow it; a list or a key needs nothing more.
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (text.trim() !== '' || !isWhole(pasted)) return;
    event.preventDefault();
    read(pasted);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    read((event.target as HTMLTextAreaElement).value);
  };
  // What was decided is gone, and the focus with it.
  const left = asked.length;
  const before = useRef(left);
  useEffect(() => {
    if (left < before.current && document.activeElement === document.body) input.current?.focus();
    before.current = left;
  }, [left]);
  return (
    <Box component="section" aria-label="Colar ou ler códigos" sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <TextField
          immediate
          fullWidth
          required={false}
          multiline
          maxRows={6}
          label="Chave da nota ou produtos"
          placeholder="Chave, código de barras ou 1001*2"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          error={problem !== ''}
          helperText={
            problem ||
            'Cole da planilha ou do e-mail, ou use o leitor: uma linha por produto, com a quantidade.'
          }
          inputRef={input}
          slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
        />
        <Button
          variant="outlined"
          disabled={text.trim() === '' || problem !== ''}
          onClick={() => read(text)}
          sx={{ mt: 6 }}
        >
          Ler
        </Button>
      </Box>
      <EntryStatus field={entry} />
      <Typography role="status" variant="body2" sx={{ '&:empty': { display: 'none' } }}>
        {added > 0 && `${formatCount(added, 'item incluído', 'itens incluídos')}.`}
      </Typography>
      <AskedReturns
        asked={asked}
        onChoose={choose}
        onDismiss={dismiss}
        onCorrect={correct}
        reasonForAll={<AskedReason asked={asked} forAll={forAll} onReason={again} />}
      />
    </Box>
  );
}

/** A list of several lines, or a line that is as long as a key and needs no quantity. */
const isWhole = (pasted: string): boolean =>
  pastedRows(pasted).length > 1 || pasted.replace(/\s/g, '').length >= 44;

/** The reason for several lines that lack one. */
function AskedReason({
  asked,
  forAll,
  onReason,
}: {
  asked: readonly AskedReturn[];
  forAll: ReasonForAll;
  onReason: (reason: ReasonForAll['reason']) => void;
}) {
  const { draft, type } = useItems();
  const lacking = asked.filter((each) => {
    const line = meantLine(each);
    const reasons = type?.motivosProdutos ?? [];
    return line !== null && answersOf(draft, keyOf(line), reasons).motivo === null;
  });
  if (lacking.length < 2) return null;
  return (
    <ReasonField
      label="Motivo de todas as linhas"
      reasons={type?.motivosProdutos ?? []}
      value={forAll.reason}
      onChange={onReason}
    />
  );
}

/** Puts rows into the field, below what it holds. */
const withMoreToRead = (draft: TicketDraft, rows: readonly string[]): TicketDraft =>
  withPasted(draft, { campo: [draft.colado?.campo ?? '', ...rows].filter(Boolean).join('\n') });

/** The lines that were read and are still to decide; the draft keeps them, so that they outlast the step and the page. */
function usePasted(forAll: ReasonForAll, onInvoice: (invoice: Invoice) => void) {
  const { draft, type, limits, change } = useItems();
  const { cliente, filial } = draft;
  const [asked, setAsked] = useState<readonly AskedReturn[]>([]);
  /** What the draft has kept and nobody has read again yet. */
  const [unread, setUnread] = useState<readonly string[]>(draft.colado?.linhas ?? []);
  const [added, setAdded] = useState(0);
  const rules = (reasonForAll: ReasonForAll['reason']) => ({
    reasons: type?.motivosProdutos ?? [],
    maxItems: limits.maxItems,
    reasonForAll,
  });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  // A scanner is faster than a render.
  const latest = useRef(draft);
  latest.current = draft;
  const entry = useEntryQueue<RequestedList, ReadReturn[]>({
    ask: async ({ list }) => ({
      found: await call(invoiceRoutes.readReturns, {
        params: { idCli: cliente?.id ?? 0, idFil: filial?.idFil ?? 0 },
        body: { texto: list },
      }),
    }),
    act: (lines) => {
      // Whoever has left may have changed anything since. The draft has kept the list, which is read again when they are back.
      if (isGone.current) return null;
      const given = rules(forAll.reason);
      const returnsTaken = takeReturns(latest.current, lines, given);
      latest.current = returnsTaken.draft;
      change((now) => takeReturns(now, lines, given).draft);
      setAdded(returnsTaken.added);
      setAsked((before) => [...before, ...returnsTaken.asked]);
      for (const invoice of returnsTaken.called) onInvoice(invoice);
      return null;
    },
  });
  const { enter } = entry;
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current && unread.length > 0) {
      const list = unread.join('\n');
      // Several lists may be more than is read at once.
      if (returnsProblem(list)) change((now) => withMoreToRead(now, unread));
      else enter(requestedList(list));
      setUnread([]);
    }
    begun.current = true;
  }, [unread, enter, change]);
  const open = asked.filter((each) => !isAnswered(draft, each));
  // A list that is being taken is among the lines already.
  const waiting = entry.entries.filter(({ state }) => state !== 'incluindo');
  const lists = [unread.join('\n'), ...waiting.map(({ requested }) => requested.list)];
  const left = undecidedRows(draft, open, lists).join('\n');
  const draftText = (draft.colado?.linhas ?? []).join('\n');
  useEffect(() => {
    if (left !== draftText) change((now) => withPasted(now, { linhas: left === '' ? [] : left.split('\n') }));
  }, [left, draftText, change]);
  const without = (ids: readonly string[]) =>
    setAsked((before) => before.filter(({ id }) => !ids.includes(id)));

  return {
    asked: open,
    added,
    entry,
    choose: (each: AskedReturn, at: number) => {
      const candidate = each.candidatos[at];
      if (!candidate) return;
      const given = rules(forAll.reason);
      const judged = takeCandidate(draft, candidate, given);
      change((now) => takeCandidate(now, candidate, given).draft);
      const next = { ...each, ...judged.asked, problema: judged.problema };
      setAsked((before) => before.map((one) => (one.id === each.id ? next : one)));
    },
    dismiss: (lines: readonly AskedReturn[]) => {
      change((now) =>
        lines.map(meantLine).reduce((kept, line) => (line ? forgetLine(kept, keyOf(line)) : kept), now),
      );
      without(lines.map(({ id }) => id));
    },
    /** Puts lines back into the field. */
    correct: (lines: readonly AskedReturn[]) => {
      change((now) => withMoreToRead(now, rowsOf(lines)));
      without(lines.map(({ id }) => id));
    },
    /** Gives a reason to all that lack one. */
    again: (reason: ReasonForAll['reason']) => {
      forAll.choose(reason);
      const given = rules(reason);
      const judged = judgeAgain(draft, open, given).asked;
      change((now) => judgeAgain(now, open, given).draft);
      setAsked((before) => before.map((one) => judged.find(({ id }) => id === one.id) ?? one));
    },
  };
}
