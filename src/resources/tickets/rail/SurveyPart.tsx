import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { surveyMark } from '#contract/catalogs/surveyMark.ts';
import { surveyRoutes } from '#contract/sac/surveys.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { KeyValueList, Section } from '#ui/components/detail/Section.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';

/** How satisfied the customer was, once a ticket has ended, and the button that asks. */
export function SurveyPart({ ticket }: { ticket: Ticket }) {
  const answer = useRoute(surveyRoutes.ofTicket, { params: { idTicket: ticket.id } });
  const notify = useNotify();
  const ask = useRouteCommand(surveyRoutes.ask, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: ({ message }) => notify(message, { type: 'error' }),
    onSettled: () => answer.refetch(),
  });
  return (
    <Section title="Satisfação">
      <Answered answer={answer}>
        {({ data: { pedidaEm, nota, comentario, respondidaEm, impedimento } }) => (
          <>
            {pedidaEm && (
              <KeyValueList
                items={[
                  { label: 'Perguntado em', value: <RelativeDate value={pedidaEm} /> },
                  {
                    label: 'Nota',
                    value: nota
                      ? `${nota} de 5, ${rowOf(surveyMark, String(nota)).label.toLowerCase()}`
                      : 'ainda sem resposta',
                  },
                  ...(respondidaEm
                    ? [{ label: 'Respondido em', value: <RelativeDate value={respondidaEm} /> }]
                    : []),
                  ...(comentario ? [{ label: 'Comentário', value: comentario }] : []),
                ]}
              />
            )}
            {!pedidaEm && impedimento && <Typography variant="body2">{impedimento}</Typography>}
            {!pedidaEm && !impedimento && (
              <Button
                size="small"
                variant="outlined"
                loading={ask.isPending}
                onClick={() => ask.mutate({ params: { idTicket: ticket.id } })}
              >
                Perguntar como foi
              </Button>
            )}
          </>
        )}
      </Answered>
    </Section>
  );
}
