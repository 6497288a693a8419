import Checkbox from '@mui/material/Checkbox';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { countText, formatCount } from '#contract/rules/format.ts';
import {
  type BulkData,
  type DistributionPlan,
  type TicketSelection,
  ticketBulkRoutes,
} from '#contract/sac/tickets/ticketBulk.ts';
import { useRoute } from '#data/useRoute.ts';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

interface DistributionPreviewProps {
  selection: TicketSelection;
  data: BulkData;
  onChange: (data: BulkData) => void;
}

/** Who would get how many of the tickets, and which; each of them can be left out, and the others share theirs. */
export function DistributionPreview({ selection, data, onChange }: DistributionPreviewProps) {
  const { semPessoas = [], confirmar } = data;
  const answer = useRoute(
    ticketBulkRoutes.previewDistribution,
    {
      body: {
        ...selection,
        ...(semPessoas.length > 0 && { semPessoas }),
        ...(confirmar && { confirmar }),
      },
    },
    // The last plan stays in its place while the next one is made.
    { staleTime: 0, placeholderData: (before) => before },
  );
  const [last, setLast] = useState(answer.data);
  if (answer.data && answer.data !== last) setLast(answer.data);
  // It stays also when the next one fails, otherwise nobody could be taken in again.
  const shown = { ...answer, data: answer.data ?? last };
  const leave = (id: number, out: boolean) => {
    const others = semPessoas.filter((each) => each !== id);
    onChange({ ...data, semPessoas: out ? [...others, id] : others });
  };
  return (
    <Answered answer={shown} skeleton={<TextSkeleton lines={4} />}>
      {({ data: plan }) => (
        <Frame aria-busy={answer.isPlaceholderData}>
          <p role="status">{sentenceOf(plan)}</p>
          {plan.pessoas.length > 0 && (
            <ul aria-label="Quem recebe">
              {plan.pessoas.map((person) => (
                <Receiver
                  key={person.id}
                  person={person}
                  isOut={semPessoas.includes(person.id)}
                  onLeave={leave}
                />
              ))}
            </ul>
          )}
          {byReason(plan).map(([reason, count]) => (
            <small key={reason}>
              {formatCount(count, 'ticket fica', 'tickets ficam')} como {count === 1 ? 'está' : 'estão'}:{' '}
              {reason}
            </small>
          ))}
        </Frame>
      )}
    </Answered>
  );
}

interface ReceiverProps {
  person: DistributionPlan['pessoas'][number];
  /** As the person last chose; the plan may still be the one before. */
  isOut: boolean;
  onLeave: (id: number, out: boolean) => void;
}

function Receiver({ person: { id, nome, emAberto, tickets }, isOut, onLeave }: ReceiverProps) {
  const inputId = useId();
  const has = emAberto === 0 ? 'nenhum em aberto' : `${countText(emAberto)} em aberto`;
  const gets = tickets.length === 0 ? 'não recebe' : `recebe ${countText(tickets.length)}`;
  return (
    <li>
      <label htmlFor={inputId}>
        <Checkbox
          id={inputId}
          size="small"
          checked={!isOut}
          onChange={(_event, joins) => onLeave(id, !joins)}
        />
        <strong>{nome}</strong>
        <span>{isOut ? 'fica de fora' : `${has}, ${gets}`}</span>
      </label>
      {tickets.length > 0 && !isOut && (
        <details>
          <summary>{tickets.length === 1 ? 'Ver qual' : 'Ver quais'}</summary>
          {tickets.slice(0, MOST_SHOWN).join(', ')}
          {tickets.length > MOST_SHOWN && ` e mais ${countText(tickets.length - MOST_SHOWN)}`}
        </details>
      )}
    </li>
  );
}

const MOST_SHOWN = 100;

function sentenceOf({ pessoas }: DistributionPlan): string {
  const getting = pessoas.filter(({ tickets }) => tickets.length > 0);
  const count = getting.reduce((sum, { tickets }) => sum + tickets.length, 0);
  if (count === 0) return 'Assim ninguém recebe tickets.';
  return `${formatCount(count, 'ticket', 'tickets')} para ${formatCount(getting.length, 'pessoa', 'pessoas')}.`;
}

/** Many tickets stay for the same reason. */
function byReason({ falhas }: DistributionPlan): [reason: string, tickets: number][] {
  const counts = new Map<string, number>();
  for (const { mensagem } of falhas) counts.set(mensagem, (counts.get(mensagem) ?? 0) + 1);
  return [...counts];
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '&[aria-busy=true]': { opacity: 0.6 },
  '& p': { margin: 0, fontWeight: 500 },
  '& small': { fontSize: 13, color: theme.vars.palette.components.textoSecundario },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, maxHeight: 320, overflow: 'auto' },
  '& li': { borderTop: `1px solid ${theme.vars.palette.components.linha}`, paddingBlock: 2 },
  '& label': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8, cursor: 'pointer' },
  '& label span:last-child': {
    marginLeft: 'auto',
    fontVariantNumeric: 'tabular-nums',
    color: theme.vars.palette.components.textoSecundario,
  },
  '& details': {
    paddingLeft: 38,
    fontSize: 13,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
  '& summary': { cursor: 'pointer', color: theme.vars.palette.components.textoSecundario },
}));
