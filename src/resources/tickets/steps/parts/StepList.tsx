import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';
import { upperFirst } from '#contract/rules/text.ts';
import { type TicketItem, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import { useRoute } from '#data/useRoute.ts';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { FINGER } from '#ui/theme/controls.ts';

/** The lines of a step's dialog: rows under shared headings on a desktop, cards on a phone. */
export const StepList = ({ children }: { children: ReactNode }) => (
  <Lines onKeyDown={toNextLine}>{children}</Lines>
);

const Lines = styled('ul')(({ theme }) => {
  const { components, actions, primary } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 8,
    '& > li': {
      padding: 12,
      border: `1px solid ${components.linha}`,
      borderRadius: 8,
      // Lines out of view are not rendered until they are scrolled to.
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 120px',
    },
    '& > li > fieldset': {
      margin: 0,
      padding: 0,
      border: 0,
      minInlineSize: 0,
      display: 'grid',
      gap: 8,
    },
    '& .head': { display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' },
    '& .what': { flex: '1 1 220px', minWidth: 0, display: 'grid', overflowWrap: 'anywhere', fontSize: 14 },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .rest': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      fontSize: 13,
      fontWeight: 500,
      fontVariantNumeric: 'tabular-nums',
    },
    '& .rest[data-state=done]': { color: actions.sucesso.text },
    '& .rest[data-state=open]': { color: components.textoSecundario },
    '& .rest[data-state=wrong]': { color: actions.perigo.text },
    // As high as its button, so that nothing moves when the suggestion comes.
    '& .suggestion': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4px 8px',
      alignItems: 'center',
      minHeight: 32,
      [FINGER]: { minHeight: 40 },
    },
    '& .suggestion ul': {
      flexBasis: '100%',
      margin: 0,
      paddingInlineStart: 20,
      fontSize: 13,
      lineHeight: '20px',
    },
    '& .suggested': {
      font: 'inherit',
      fontSize: 13,
      lineHeight: '20px',
      padding: '2px 10px',
      border: `1px solid ${components.linha}`,
      borderRadius: 12,
      cursor: 'pointer',
      color: components.textoSecundario,
      background: 'none',
      '&::after': { content: '" ▾"' },
      '&[aria-expanded=true]::after': { content: '" ▴"' },
      '&:hover': { backgroundColor: theme.vars.palette.action.hover },
      '&:focus-visible': { outline: `2px solid ${primary.main}`, outlineOffset: 1 },
    },
    '& .suggested[data-proposal=APROVAR]': { color: actions.sucesso.text },
    '& .suggested[data-proposal=RECUSAR]': { color: actions.perigo.text },
    '& .counts': {
      display: 'grid',
      gap: '8px 12px',
      gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
    },
    '& .count': { display: 'grid', gap: 2 },
    '& .counts > select': { alignSelf: 'end' },
    '& .count-label': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .count.main .count-label': { fontWeight: 600, color: components.texto },
    '& .stepper': {
      display: 'flex',
      height: 36,
      border: `1px solid ${components.campo}`,
      borderRadius: 6,
      overflow: 'hidden',
      '&:focus-within': { outline: `2px solid ${primary.main}`, outlineOffset: -1 },
      '&[data-invalid]': { borderColor: actions.perigo.text },
    },
    '& .stepper input': {
      font: 'inherit',
      fontSize: 14,
      fontVariantNumeric: 'tabular-nums',
      flex: 1,
      width: 0,
      minWidth: 36,
      padding: 0,
      border: 0,
      outline: 0,
      textAlign: 'center',
      color: 'inherit',
      background: 'none',
    },
    '& .stepper button': {
      font: 'inherit',
      width: 32,
      padding: 0,
      border: 0,
      cursor: 'pointer',
      color: components.textoSecundario,
      background: 'none',
      '&:hover:enabled': { backgroundColor: theme.vars.palette.action.hover },
      '&:disabled': { cursor: 'default', opacity: 0.5 },
    },
    '& .photos': { display: 'flex', flexWrap: 'wrap', gap: 6 },
    '& .photos img, & .photos span': { display: 'block' },
    '& .fields': {
      display: 'grid',
      gap: 12,
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
      alignItems: 'start',
    },
    '& .problem': { fontSize: 12, color: actions.perigo.text },
    '& .problem:empty': { display: 'none' },
  };
});

const NONE: Readonly<Record<string, string>> = {};

/**
 * The server's errors for one line of the request, by field. A line without errors always gets the same empty object, to
 * avoid re-rendering. The line's name is removed from the beginning of each message, since it is shown above.
 */
export function errorsOfLine(
  errors: Readonly<Record<string, string>>,
  path: string,
  index: number,
  label: string,
): Readonly<Record<string, string>> {
  const start = `${path}.${index}.`;
  const own = Object.entries(errors).filter(([field]) => field.startsWith(start));
  if (index < 0 || own.length === 0) return NONE;
  return Object.fromEntries(
    own.map(([field, text]) => [field.slice(start.length), upperFirst(text.replace(`${label}: `, ''))]),
  );
}

/**
 * Enter moves to the same field of the next line, Shift+Enter to the previous one. It never submits the form: finishing
 * one line does not finish the step.
 */
function toNextLine(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(target instanceof HTMLInputElement))
    return;
  event.preventDefault();
  const { column } = target.dataset;
  if (!column) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)];
  fields[fields.indexOf(target) + (event.shiftKey ? -1 : 1)]?.focus();
}

interface LoadedLinesProps {
  idTicket: number;
  children: (items: readonly TicketItem[]) => ReactNode;
}

/** Renders its children once the ticket's products have loaded. */
export function LoadedLines({ idTicket, children }: LoadedLinesProps) {
  const answer = useRoute(ticketItemRoutes.products, { params: { idTicket } });
  return (
    <Answered answer={answer} skeleton={<FormSkeleton fields={3} />}>
      {(items) =>
        items.length === 0 ? <EmptyState title="Nenhum produto vinculado ao ticket" /> : children(items)
      }
    </Answered>
  );
}

/** '10023 - ARROZ TIPO 1': the name of a line in rules and server messages. */
export const labelOf = ({ idExibicao, descricao }: Pick<TicketItem, 'idExibicao' | 'descricao'>): string =>
  `${idExibicao} - ${descricao}`;
