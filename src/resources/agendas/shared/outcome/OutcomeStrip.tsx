import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { NextContacts } from '#contract/callcenter/agendas/nextContacts.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { whenText } from '../agendaTexts.tsx';
import { useContactReason } from '../ConfirmContact.tsx';
import { comingText, NextContactChoice, onClock } from './NextContactChoice.tsx';
import { useOutcomes } from './useOutcomes.ts';

interface OutcomeStripProps {
  idCli: number;
  /** The contact that is made; otherwise the person's own one with the customer that is due today. */
  idAgenda?: number;
  /** Whether keys say it: where the strip is part of a page, not of a dialog. */
  hasKeys?: boolean;
  /** Called when it is written what became of the contact. */
  onDone?: () => void;
}

/**
 * What became of a contact and when the next one is, in one strip: a press of the outcome writes both. Who did not answer is called
 * again in two hours by one press.
 */
export function OutcomeStrip({ idCli, idAgenda, hasKeys = false, onDone }: OutcomeStripProps) {
  const { can } = useCan();
  const isAble = can('AGENDA_EDITAR') || can('ATENDIMENTO');
  const answer = useRoute(
    agendaRoutes.nextContact,
    { params: { idCli }, query: { ...(idAgenda !== undefined && { idAgenda }) } },
    // The moments that are proposed are those from now on.
    { enabled: isAble && can('CLIENTE'), staleTime: 0, refetchInterval: 60_000 },
  );
  if (!isAble || !can('CLIENTE')) return null;
  const contacts = answer.data?.data;
  return (
    <Frame aria-label="Desfecho do contato" aria-busy={answer.isPending}>
      <Failure answer={answer} />
      {!contacts && answer.isPending && <TextSkeleton lines={3} />}
      {contacts && (
        <Outcomes
          // What was chosen for one contact is not said of the next.
          key={`${idCli} ${contacts.agenda?.id} ${contacts.agenda?.versao}`}
          {...{ idCli, contacts, hasKeys, onDone }}
        />
      )}
    </Frame>
  );
}

interface OutcomesProps {
  idCli: number;
  contacts: NextContacts;
  hasKeys: boolean;
  onDone: (() => void) | undefined;
}

/** As many as have a key of their own. */
const MOST_BUTTONS = 6;

function Outcomes({ idCli, contacts, hasKeys, onDone }: OutcomesProps) {
  const { fuso, opcoes } = contacts;
  // Who may not change it speaks to the customer all the same.
  const agenda = contacts.agenda?.podeAlterar ? contacts.agenda : null;
  const [next, setNext] = useState<string | null>(null);
  const [note, setNote] = useState('');
  useUnsaved(note.trim() !== '');
  const soon = opcoes.find(({ valor }) => valor === 'EM_2_HORAS');
  const again = next ?? (soon ? onClock(soon.em, fuso) : null);
  const why = useContactReason([agenda?.id, next]);
  const { reasons, question, problem, isPending, mayCallAgain, finish, callAgain } = useOutcomes({
    ...{ idCli, agenda, note, confirmar: why.reason },
    onDone: () => {
      setNext(null);
      setNote('');
      onDone?.();
    },
  });
  const shown = reasons.slice(0, MOST_BUTTONS);
  const rest = reasons.slice(MOST_BUTTONS);
  const isOff = isPending || !hasKeys;
  useShortcuts('Contato', [
    {
      keys: 'n',
      label: 'Não atendeu: ligar de novo',
      enabled: !isOff && mayCallAgain && again !== null,
      run: () => again && callAgain(again),
    },
    ...shown.map(({ id, nome }, index) => ({
      ...{ keys: `${index + 1}`, label: nome, enabled: !isOff },
      run: () => finish(id, next),
    })),
  ]);
  return (
    <>
      <p>
        {agenda
          ? `${agenda.assunto}: marcada para ${whenText(agenda.data_agendada, agenda.filial.fuso)}`
          : 'Nenhuma agenda sua para hoje: o contato fica no histórico do cliente.'}
      </p>
      <NextContactChoice contacts={contacts} value={next} onChange={setNext} />
      <TextField
        label="Observação"
        size="small"
        fullWidth
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {why.field(question)}
      {problem && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      <Row role="group" aria-label="O que houve">
        {mayCallAgain && again !== null && (
          <Button
            size="small"
            variant="contained"
            startIcon={<PhoneMissedOutlined />}
            disabled={isPending}
            aria-keyshortcuts={hasKeys ? 'N' : undefined}
            onClick={() => callAgain(again)}
          >
            {`Não atendeu: ligar ${comingText(again, fuso)}`}
          </Button>
        )}
        {shown.map(({ id, nome }, index) => (
          <Button
            key={id}
            size="small"
            variant="outlined"
            color="inherit"
            disabled={isPending}
            aria-keyshortcuts={hasKeys ? `${index + 1}` : undefined}
            endIcon={hasKeys ? <Key aria-hidden>{index + 1}</Key> : undefined}
            onClick={() => finish(id, next)}
          >
            {nome}
          </Button>
        ))}
        {rest.length > 0 && (
          <ChoiceField
            size="small"
            aria-label="Outro motivo"
            placeholder="Outro motivo"
            value={null}
            choices={rest.map(({ id, nome }) => ({ value: id, label: nome }))}
            disabled={isPending}
            onChange={(id) => finish(id, next)}
            sx={{ minWidth: 160 }}
          />
        )}
      </Row>
    </>
  );
}

const Frame = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: '12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  backgroundColor: theme.vars.palette.components.superficie,
  '& p': { margin: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere' },
  // As high while it is loading, so that nothing below moves when the answer is there.
  [theme.breakpoints.up('md')]: { minHeight: 186 },
}));

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

const Key = styled('kbd')(({ theme }) => ({
  '&&': { fontSize: '0.6875rem' },
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
