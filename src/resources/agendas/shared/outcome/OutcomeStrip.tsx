import PhoneMissedOutlined from '@mui/icons-material/PhoneMissedOutlined';
import Alert from '@mui/material/Alert';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { NextContacts } from '#contract/callcenter/agendas/nextContacts.ts';
import { field } from '#contract/field.ts';
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
import { comingText, useContactChoice } from './contactChoice.ts';
import { NextContactChoice } from './NextContactChoice.tsx';
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
    <Frame aria-label="Desfecho do contato" data-print="no" aria-busy={answer.isPending}>
      <Failure answer={answer} />
      {!contacts && answer.isPending && <TextSkeleton lines={3} />}
      {contacts && (
        <Outcomes
          // What is typed of one contact is not said of another; it outlives what others change of the agenda meanwhile.
          key={`${idCli} ${idAgenda ?? ''}`}
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
  const { fuso } = contacts;
  // Who may not change it speaks to the customer all the same.
  const agenda = contacts.agenda?.podeAlterar ? contacts.agenda : null;
  const choice = useContactChoice(contacts);
  const { chosen, moment, again } = choice;
  const [note, setNote] = useState('');
  useUnsaved(note.trim() !== '');
  const heading = useRef<HTMLParagraphElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const why = useContactReason([agenda?.id, chosen]);
  const { reasons, question, problem, isPending, mayCallAgain, finish, callAgain } = useOutcomes({
    ...{ idCli, agenda, note, confirmar: why.reason },
    onDone: () => {
      choice.choose(null);
      setNote('');
      takeFocus(heading.current);
      onDone?.();
    },
  });
  const shown = reasons.list.slice(0, MOST_BUTTONS);
  const rest = reasons.list.slice(MOST_BUTTONS);
  const hasCallAgain = mayCallAgain && (chosen !== null || again !== null);
  const say = (id: number) => {
    if (choice.isWhole()) finish(id, moment);
  };
  const sayAgain = () => {
    if (choice.isWhole() && again !== null) callAgain(again);
  };
  const isOff = isPending || !hasKeys;
  useShortcuts('Contato', [
    { keys: 'n', label: 'Não atendeu: ligar de novo', enabled: !isOff && hasCallAgain, run: sayAgain },
    ...shown.map(({ nome }, index) => ({
      ...{ keys: `${index + 1}`, label: nome, enabled: !isOff },
      // An agenda that is finished stays so: the key chooses, and Enter on the button says it.
      run: () => buttons.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${index + 1}"]`)?.focus(),
    })),
  ]);
  return (
    <>
      <p ref={heading} tabIndex={-1}>
        {agenda
          ? `${agenda.assunto}: marcada para ${whenText(agenda.data_agendada, agenda.filial.fuso)}`
          : 'Nenhuma agenda sua para hoje: o contato fica no histórico do cliente.'}
      </p>
      <NextContactChoice contacts={contacts} choice={choice} />
      <TextField
        label={field(agendaRoutes.update.body, 'observacao').label}
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
      <Failure answer={reasons.answer} />
      <Row ref={buttons} role="group" aria-label="O que houve">
        {hasCallAgain && (
          <Button
            size="small"
            variant="contained"
            startIcon={<PhoneMissedOutlined />}
            disabled={isPending}
            aria-keyshortcuts={hasKeys ? 'N' : undefined}
            onClick={sayAgain}
          >
            {`Não atendeu: ligar ${again === null ? 'de novo' : comingText(again, fuso)}`}
          </Button>
        )}
        {reasons.isAwaited && <TextSkeleton lines={1} />}
        {shown.map(({ id, nome }, index) => (
          <Button
            key={id}
            size="small"
            variant="outlined"
            color="inherit"
            disabled={isPending}
            aria-keyshortcuts={hasKeys ? `${index + 1}` : undefined}
            endIcon={hasKeys ? <Key aria-hidden>{index + 1}</Key> : undefined}
            onClick={() => say(id)}
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
            onChange={say}
            sx={{ minWidth: 160 }}
          />
        )}
      </Row>
    </>
  );
}

/** The button that was pressed cannot keep the focus; where the person has gone on to something else, that keeps it. */
function takeFocus(heading: HTMLElement | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || heading?.parentElement?.contains(activeElement)) heading?.focus();
}

const Frame = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: '12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  backgroundColor: theme.vars.palette.components.superficie,
  '& p': { margin: 0, fontSize: '0.8125rem', overflowWrap: 'anywhere', outline: 'none' },
  // As high while it is loading, so that nothing below moves when the answer is there.
  [theme.breakpoints.up('md')]: { minHeight: 186 },
}));

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

const Key = styled('kbd')(({ theme }) => ({
  '&&': { fontSize: '0.6875rem' },
  color: theme.vars.palette.text.secondary,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}));
