import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { ticketWording } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { maskedMiss } from '#ui/components/maskedMiss.ts';
import { Keys } from '#ui/shell/shortcuts/Keys.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useHasTouch } from '#ui/theme/windowWidth.ts';
import { type Command, type CommandGroup, highlightMatches } from './commands.tsx';

interface CommandListProps {
  id: string;
  optionId: (id: string) => string;
  commands: readonly Command[];
  current: Command | undefined;
  term: string;
  onPoint: (id: string) => void;
  onRun: (command: Command) => void;
  onAlso: (also: NonNullable<Command['also']>) => void;
}

/** The lines by group. The focus stays in the field; `aria-activedescendant` identifies the current line. */
export function CommandList({
  id,
  optionId,
  commands,
  current,
  term,
  onPoint,
  onRun,
  onAlso,
}: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  const hasTouch = useHasTouch();
  const currentId = current && optionId(current.id);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);
  return (
    <List id={id} role="listbox" aria-label="Resultados" ref={list}>
      {grouped(commands).map(([group, lines]) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox takes groups, not fieldsets
        <div key={group} role="group" aria-label={ticketWording(group)}>
          <Title aria-hidden>{ticketWording(group)}</Title>
          {lines.map((command) => (
            <Line
              key={command.id}
              id={optionId(command.id)}
              role="option"
              aria-selected={command.id === current?.id}
              onMouseMove={() => command.id !== current?.id && onPoint(command.id)}
              onClick={() => onRun(command)}
            >
              {command.icon}
              <Words>
                <Marked text={command.label} term={term} />
                {command.detail && (
                  <small>
                    <Marked text={command.detail} term={term} />
                  </small>
                )}
              </Words>
              {command.also && !hasTouch && command.id === current?.id && (
                <Also also={command.also} onAlso={onAlso} />
              )}
              {command.end && <End>{command.end}</End>}
            </Line>
          ))}
        </div>
      ))}
    </List>
  );
}

/**
 * The other thing that the marked line can do: Shift+Enter, or a click on its words, which are a part of the option's name and no
 * control of their own. A finger marks no line, and finds the same on the customer's page.
 */
function Also({ also, onAlso }: { also: NonNullable<Command['also']> } & Pick<CommandListProps, 'onAlso'>) {
  return (
    <AlsoWords
      onClick={(event) => {
        event.stopPropagation();
        onAlso(also);
      }}
    >
      <Keys keys="shift+enter" />
      {also.label}
    </AlsoWords>
  );
}

function grouped(commands: readonly Command[]): [CommandGroup, Command[]][] {
  const groups = new Map<CommandGroup, Command[]>();
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  return [...groups];
}

function Marked({ text, term }: { text: string; term: string }) {
  return (
    <span>
      {highlightMatches(text, term).map(({ text: piece, marked: hit }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
        hit ? <mark key={at}>{piece}</mark> : piece,
      )}
    </span>
  );
}

const List = styled('div')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  padding: '4px 8px 8px',
  '&:empty': { padding: 0 },
});

const Title = styled('div')(({ theme }) => ({
  padding: '8px 8px 4px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  fontWeight: 500,
  color: theme.vars.palette.components.textoFraco,
}));

const Line = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minHeight: 40,
    padding: '4px 8px',
    borderRadius: 6,
    cursor: 'pointer',
    '& > svg': { flex: 'none', fontSize: 20, color: components.textoSecundario },
    '&[aria-selected=true]': { backgroundColor: components.selecionado },
    '& mark': { backgroundColor: 'transparent', fontWeight: 600, color: actions.primaria.text },
  };
});

const AlsoWords = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  fontSize: '0.75rem',
  color: theme.vars.palette.actions.primaria.text,
  '&:hover': { textDecoration: 'underline' },
  // On a narrow window it would leave no room for the name.
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));

const Words = styled('span')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  '& > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& small': {
    fontSize: '0.75rem',
    lineHeight: '16px',
    color: theme.vars.palette.components.textoSecundario,
  },
}));

const End = styled('span')(({ theme }) => ({
  flex: 'none',
  fontSize: '0.75rem',
  color: theme.vars.palette.components.textoFraco,
}));

interface PaletteFootProps {
  term: string;
  count: number;
  more: boolean;
  searching: boolean;
  error: unknown;
  retry: () => void;
}

/** The palette's status, both visible and for screen readers: searching, results found, nothing found, failed. */
export function PaletteFoot({ retry, ...found }: PaletteFootProps) {
  const { searching, error } = found;
  return (
    <Foot>
      <span role="status">{stateText(found)}</span>
      {error && !searching ? (
        <Button size="small" onClick={retry}>
          Tentar novamente
        </Button>
      ) : (
        <Hints aria-hidden>
          <Keys keys="arrowup+arrowdown" /> escolher <Keys keys="enter" /> abrir <Keys keys="escape" /> fechar
        </Hints>
      )}
    </Foot>
  );
}

function stateText({ term, count, more, searching, error }: Omit<PaletteFootProps, 'retry'>): string {
  if (term === '') return '';
  if (searching) return ticketWording('Buscando tickets e clientes…');
  if (error) return `${ticketWording('Tickets e clientes')} não vieram. ${errorText(error)}`;
  if (count === 0)
    return (
      maskedMiss(term) ??
      `Nada encontrado para “${term}”. Busque por número, nota, CNPJ, nome do cliente ou tela.`
    );
  return `${more ? 'Mais de ' : ''}${formatCount(count, 'resultado', 'resultados')}`;
}

const Foot = styled('div')(({ theme }) => ({
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '8px 16px',
  borderTop: `1px solid ${theme.vars.palette.components.linha}`,
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.components.textoSecundario,
  overflowWrap: 'anywhere',
}));

const Hints = styled('span')(({ theme }) => ({
  marginLeft: 'auto',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
