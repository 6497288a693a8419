import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import {
  cannedReplyRoutes,
  filledReply,
  type OfferedReply,
  type ReplyValues,
} from '#contract/config/texts/cannedReplies.ts';
import { useRoute } from '#data/useRoute.ts';
import { DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';

interface CannedRepliesProps {
  open: boolean;
  /** The ticket's sector, whose replies are offered too. */
  setor: number | null;
  values: ReplyValues;
  /** Receives HTML with its variables filled in. */
  onChoose: (html: string) => void;
  onClose: () => void;
}

/** Frequent answers: searched by words, chosen with the arrow keys and Enter. */
export function CannedReplies({ open, onClose, ...props }: CannedRepliesProps) {
  const titleId = useId();
  return (
    <DialogFrame
      // Contains only a search field, so closing needs no confirmation.
      confirmsDiscard={false}
      open={open}
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Respostas prontas</DialogTitle>
      <DialogContent>
        <Search {...props} />
      </DialogContent>
    </DialogFrame>
  );
}

function Search({ setor, values, onChoose }: Omit<CannedRepliesProps, 'open' | 'onClose'>) {
  const { data, error, isPending, refetch } = useRoute(cannedReplyRoutes.offered, {
    query: setor ? { setor } : {},
  });
  const [term, setTerm] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const found = (data ?? []).filter((reply) => matches(reply, term));
  const choose = (reply: OfferedReply | undefined) => reply && onChoose(filledReply(reply.html, values));
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[active]);
    }
  };
  return (
    <>
      <TextField
        autoFocus
        fullWidth
        size="small"
        label="Buscar resposta"
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKey}
        sx={{ mt: 1, mb: 2 }}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            'aria-expanded': found.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            ...(found.length > 0 && { 'aria-activedescendant': `${listId}-${active}` }),
          },
        }}
      />
      <Failure answer={{ data, error, refetch }} />
      <Box
        component="ul"
        role="listbox"
        id={listId}
        aria-label="Respostas"
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {found.map((reply, index) => (
          <CannedOption
            key={reply.id}
            id={`${listId}-${index}`}
            title={reply.titulo}
            sector={reply.setor?.desc}
            preview={textOf(filledReply(reply.html, values))}
            active={index === active}
            onChoose={() => choose(reply)}
          />
        ))}
      </Box>
      <p role="status" style={{ margin: 0 }}>
        {isPending ? 'Carregando…' : data && found.length === 0 && emptyText(term)}
      </p>
    </>
  );
}

const emptyText = (term: string) =>
  term
    ? 'Nenhuma resposta com estas palavras.'
    : 'Nenhuma resposta pronta ainda. Um supervisor pode criá-las em Configuração.';

/** Matches words in any order, ignoring accents. */
const matches = ({ titulo, html }: OfferedReply, term: string) => {
  const text = folded(`${titulo} ${textOf(html)}`);
  return folded(term)
    .split(/\s+/)
    .every((word) => text.includes(word));
};
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();

/** The parsed document is never displayed, so nothing in it runs or is loaded. */
const textOf = (html: string) =>
  new DOMParser().parseFromString(html.replace(/<\/(p|li)>|<br\s*\/?>/g, ' $&'), 'text/html').body
    .textContent ?? '';

interface CannedOptionProps {
  id: string;
  title: string;
  sector: string | undefined;
  /** Its text, with the ticket's data filled in. */
  preview: string;
  active: boolean;
  onChoose: () => void;
}

/** A reply in the list, with two lines of the text that the customer would read. */
function CannedOption({ id, title, sector, preview, active, onChoose }: CannedOptionProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <Box
      component="li"
      ref={ref}
      id={id}
      role="option"
      aria-selected={active}
      onClick={onChoose}
      sx={({ vars: { palette } }) => ({
        px: 2,
        py: 1.5,
        borderRadius: 1,
        cursor: 'pointer',
        backgroundColor: active ? palette.components.selecionado : undefined,
        '&:hover': { backgroundColor: palette.components.realce },
      })}
    >
      <Box component="span" sx={{ fontWeight: 500 }}>
        {title}
      </Box>
      {sector && (
        <Box
          component="span"
          sx={{ ml: 2, fontSize: 12, color: (t) => t.vars.palette.components.textoSecundario }}
        >
          {sector}
        </Box>
      )}
      <Box
        sx={{
          fontSize: 13,
          color: (t) => t.vars.palette.components.textoSecundario,
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
        }}
      >
        {preview}
      </Box>
    </Box>
  );
}
