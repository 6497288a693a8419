import CloseOutlined from '@mui/icons-material/CloseOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { styled } from '@mui/material/styles';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { currentInitialLoad, ticketWording } from '#data/session.ts';
import { CloseCross, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import type { Typed } from '#ui/shell/shortcuts/shortcuts.tsx';
import { usePersonalSearchHint } from '#ui/shell/usePerson.ts';
import { CommandList, PaletteFoot } from './CommandList.tsx';
import { beginsWith, type Command, matchesTerm, useOwnCommands } from './commands.tsx';
import { useFoundCommands } from './useFoundCommands.tsx';

interface CommandPaletteProps {
  /** What was typed while this was loading. */
  typed: RefObject<Typed>;
  onClose: () => void;
  showShortcuts: () => void;
}

/** Ctrl+K: one field that finds tickets, customers, screens and actions, fully usable by keyboard. */
export function CommandPalette({ typed, onClose, showShortcuts }: CommandPaletteProps) {
  const hint = usePersonalSearchHint(
    'Número, nota, CNPJ, telefone, cliente, tela…',
    'número, nota, CNPJ, cliente ou tela',
  );
  const [term, setTerm] = useState('');
  const own = useOwnCommands(showShortcuts);
  const found = useFoundCommands(term);
  const person = currentInitialLoad()?.colaborador.id;
  const commands = [...(term.trim() ? matching(own, term) : startOf(person, own)), ...found.commands];
  const choice = useChoice(commands, term);
  const navigate = useNavigate();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const retry = () => {
    found.retry();
    // The retry button disappears and would take the focus with it.
    field.current?.focus();
  };

  const run = (command: Command) => {
    remember(person, command);
    onClose();
    // Runs after the palette has returned the focus, so that a dialog opened now records the right element to return to.
    const { act } = command;
    setTimeout(() => ('to' in act ? navigate(act.to) : act.run()));
  };
  const runAlso = (also: NonNullable<Command['also']>) => {
    onClose();
    also.run();
  };
  // Enter pressed before the results arrive runs the first of them; if nothing is found, the foot says so.
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    if (awaited.current !== term || (found.searching && !choice.current)) return;
    awaited.current = undefined;
    if (choice.current) run(choice.current);
  });
  // React may draw this a moment before it shows it, while more is typed.
  useLayoutEffect(() => {
    const { text, entered } = typed.current;
    setTerm(text);
    if (entered) awaited.current = text;
  }, [typed]);
  const enter = () => {
    if (choice.current) run(choice.current);
    else if (found.searching) awaited.current = term;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choice.move(step);
    else if (event.key === 'Enter') {
      // Held down since before the palette opened, it would run the first of the recent destinations.
      if (event.repeat) return;
      const also = event.shiftKey ? choice.current?.also : undefined;
      if (also) runAlso(also);
      else enter();
    } else return;
    event.preventDefault();
  };
  const optionId = (id: string) => `${listId}-${id}`;

  return (
    <DialogFrame
      open
      onClose={onClose}
      confirmsDiscard={false}
      fullWidth
      maxWidth="sm"
      slotProps={{
        paper: { 'aria-label': 'Buscar e ir', sx: PAPER },
        container: { sx: { alignItems: 'flex-start' } },
      }}
    >
      <Field>
        <SearchOutlined aria-hidden />
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the search is opened in order to type into it
          autoFocus
          role="combobox"
          aria-label={ticketWording('Buscar tickets, clientes, telas e ações')}
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={choice.current && optionId(choice.current.id)}
          placeholder={hint}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={term}
          onChange={(event) => {
            // An Enter pressed before was meant for the text of then.
            awaited.current = undefined;
            setTerm(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseCross size="small" aria-label="Fechar a busca">
          <CloseOutlined />
        </CloseCross>
      </Field>
      <CommandList
        id={listId}
        optionId={optionId}
        commands={commands}
        current={choice.current}
        term={term}
        onPoint={choice.point}
        onRun={run}
        onAlso={runAlso}
      />
      <PaletteFoot term={term.trim()} count={commands.length} {...found} retry={retry} />
    </DialogFrame>
  );
}

/** Within a group, names that begin with what was typed come first. */
function matching(commands: readonly Command[], term: string): Command[] {
  const found = commands.filter(({ label, words = '' }) => matchesTerm(`${label} ${words}`, term));
  const groups = [...new Set(found.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const own = found.filter((each) => each.group === group);
    const begins = ({ label }: Command) => beginsWith(label, term);
    return [...own.filter(begins), ...own.filter((each) => !begins(each))];
  });
}

/** Shown before anything is typed: recent destinations, then everything available. */
function startOf(person: unknown, own: readonly Command[]): Command[] {
  const recent = recentCommands(person);
  return [...recent, ...own.filter(({ id }) => !recent.some((each) => each.id === id))];
}

/** The chosen line stays chosen while more results arrive below it; a new search text starts at the top. */
function useChoice(commands: readonly Command[], term: string) {
  const [chosen, setChosen] = useState<string | null>(null);
  const before = useRef(term);
  useEffect(() => {
    if (before.current !== term) setChosen(null);
    before.current = term;
  }, [term]);
  const at = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosen),
  );
  return {
    current: commands[at],
    point: setChosen,
    move: (step: number) =>
      setChosen(commands[(at + step + commands.length) % Math.max(1, commands.length)]?.id ?? null),
  };
}

const PAPER = {
  m: { xs: 2, sm: 4 },
  mt: { xs: 2, sm: '12vh' },
  width: { xs: 'calc(100% - 16px)', sm: '100%' },
  maxHeight: { xs: 'calc(100dvh - 16px)', sm: '70vh' },
  overflow: 'hidden',
} as const;

const Field = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '0 8px 0 16px',
    borderBottom: `1px solid ${components.linha}`,
    color: components.textoFraco,
    '& input': {
      flex: 1,
      minWidth: 0,
      height: 52,
      border: 0,
      outline: 0,
      background: 'none',
      font: 'inherit',
      fontSize: '1rem',
      color: components.texto,
      textOverflow: 'ellipsis',
      '&::placeholder': { color: components.textoFraco, opacity: 1 },
    },
  };
});

const MAX_RECENT = 5;

/** Kept in memory only: tickets and customers are never written to the browser's storage (docs/domain.md 11). */
let owner: unknown;
let recent: Command[] = [];

/** What this person opened through the palette, most recent first. */
function recentCommands(person: unknown): Command[] {
  if (person !== owner) recent = [];
  owner = person;
  return recent;
}

function remember(person: unknown, command: Command): void {
  if (!('to' in command.act)) return;
  const others = recentCommands(person).filter(({ id }) => id !== command.id);
  recent = [{ ...command, group: 'Recentes' as const }, ...others].slice(0, MAX_RECENT);
}
