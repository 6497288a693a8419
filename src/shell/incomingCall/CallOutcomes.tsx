import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import {
  CALL_OUTCOMES,
  type CallOutcome,
  type IncomingCall,
  incomingCallRoutes,
} from '#contract/callcenter/agendas/incomingCalls.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import {
  confirmedBy,
  isContactQuestion,
  useContactReason,
} from '#src/resources/agendas/shared/ConfirmContact.tsx';
import { comingText, useContactChoice } from '#src/resources/agendas/shared/outcome/contactChoice.ts';
import {
  NextContactChoice,
  NextContactSkeleton,
} from '#src/resources/agendas/shared/outcome/NextContactChoice.tsx';
import { Button } from '#ui/components/Button.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

interface CallOutcomesProps {
  call: IncomingCall;
  idCli: number | null;
  onSettled: () => void;
}

/** What became of the call, which takes it off the screen, and when the customer is called next. */
export function CallOutcomes({ call, idCli, onSettled }: CallOutcomesProps) {
  const { can } = useCan();
  const notify = useNotify();
  const refetch = useRefetch();
  const settle = useRouteCommand(incomingCallRoutes.settle);
  const answer = useRoute(
    agendaRoutes.nextContact,
    { params: { idCli: idCli ?? 0 }, query: {} },
    // The moments that are proposed are those from now on.
    {
      enabled: idCli !== null && can('AGENDA_EDITAR') && can('CLIENTE'),
      ...{ staleTime: 0, refetchInterval: 60_000, retry: false },
    },
  );
  const contacts = answer.data?.data;
  const choice = useContactChoice(contacts);
  const why = useContactReason([idCli, choice.chosen]);
  const [question, setQuestion] = useState<string>();
  const { moment, again } = choice;
  /** Whoever is to be called back is so in two hours, unless the person says when. */
  const momentOf = (outcome: CallOutcome) => {
    if (outcome === 'ENGANO') return null;
    return outcome === 'RETORNAR' ? again : moment;
  };
  const say = async (desfecho: CallOutcome) => {
    if (desfecho !== 'ENGANO' && !choice.isWhole()) return;
    const retorno = momentOf(desfecho);
    setQuestion(undefined);
    try {
      const { data } = await settle.mutateAsync({
        params: { id: call.id },
        body: {
          ...{ versao: call.versao, desfecho, idCli },
          ...(retorno !== null && { retorno, ...confirmedBy(why.reason) }),
        },
      });
      onSettled();
      notify(data.message, { type: 'success' });
    } catch (error) {
      if (isContactQuestion(error)) return setQuestion(error.message);
      if (!(error instanceof CallFailure)) throw error;
      notify(error.message, { type: 'error' });
    }
    void refetch(incomingCallRoutes.settle);
  };
  return (
    <>
      {contacts && <NextContactChoice contacts={contacts} choice={choice} />}
      {answer.isLoading && <NextContactSkeleton />}
      {answer.isError && !contacts && (
        <Alert severity="warning" sx={{ py: 0 }}>
          Não foi possível propor o próximo contato.
        </Alert>
      )}
      {why.field(question)}
      <Row role="group" aria-label="O que houve com a ligação">
        {CALL_OUTCOMES.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant="outlined"
            color="inherit"
            disabled={settle.isPending}
            onClick={() => void say(value)}
          >
            {value === 'RETORNAR' && contacts && again !== null
              ? `${label} ${comingText(again, contacts.fuso)}`
              : label}
          </Button>
        ))}
      </Row>
    </>
  );
}

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });
