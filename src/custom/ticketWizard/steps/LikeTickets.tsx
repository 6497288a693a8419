import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { listText } from '#contract/rules/text.ts';
import { type TicketDraft, ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';

/** Names the open tickets about the same, in a tab of their own. It stops nobody: a second ticket may be right. */
export function LikeTickets({ draft }: { draft: TicketDraft }) {
  const { idCli, notas = [], itens = [], assunto } = ticketInputOf(draft);
  const keys = [...new Set([...notas, ...itens.map(({ nfe }) => nfe)])].sort();
  const { data = [] } = useRoute(ticketRoutes.like, {
    query: {
      ...(idCli && { idCli }),
      ...(keys.length > 0 && { notas: keys.slice(0, MOST_ASKED) }),
      ...(assunto && { assunto }),
    },
  });
  if (data.length === 0) return null;
  return (
    <Alert severity="warning">
      {data.map(({ id, notas: common }) => (
        <div key={id}>
          {`Já há ${ticketWording('o ticket')} `}
          <Link href={`/tickets/${id}`} target="_blank" rel="noreferrer">
            {id}
          </Link>
          {common.length > 0
            ? ` aberto para ${common.length === 1 ? 'a nota' : 'as notas'} ${listText(common.map(String))}.`
            : ' aberto com o mesmo assunto.'}
        </div>
      ))}
    </Alert>
  );
}

/** The call's limit. */
const MOST_ASKED = 100;
