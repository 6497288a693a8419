import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { Suspense, useEffect, useId, useMemo } from 'react';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketResult } from '#contract/catalogs/ticketStatus.ts';
import { contradictedResult } from '#contract/rules/steps/extensions.ts';
import { type FinalReason, lookupRoutes } from '#contract/sac/lookups.ts';
import { ticketCatalogRoutes } from '#contract/sac/tickets/ticketCatalog.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText, Failure } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { chooseType } from '../shared/draft/draftTransitions.ts';
import { wizardPerson } from '../shared/draft/wizardPerson.ts';
import { OptionField } from '../shared/items/OptionField.tsx';
import { demandsReason, endsTicket, MOVES, type MoveDraft } from './moveInput.ts';
import { type Transition, transitionKey } from './transitions.ts';
import type { useMoveSession } from './useMoveSession.ts';
import type { FieldAnswers, StepFieldsState } from './useStepFields.ts';

/** A move's input: the step's form, the transition, the reason, the final reason, the new type. */
export function MoveFields({ session }: { session: ReturnType<typeof useMoveSession> }) {
  const { seen, plan, draft, Form, calling, choose } = session;
  const change = useStableCallback((part: Partial<MoveDraft>) => session.change(part));
  const errors = { ...session.missing, ...calling.refused?.fields };
  const disabled = calling.sending;
  const asksReason = MOVES[plan.kind].motivo === 'optional' || demandsReason(plan);
  return (
    <>
      {Form && plan.takesData && (
        <Suspense fallback={<FormSkeleton />}>
          <Form
            ticket={seen}
            value={draft.value.data}
            onChange={(data, facts) => change({ data, facts })}
            onProblems={session.onProblems}
            errors={errors}
            disabled={disabled}
          />
        </Suspense>
      )}
      {plan.asksFields && (
        <StepFieldsForm
          state={session.stepFields}
          onChange={(fields) => change({ fields })}
          errors={calling.refused?.fields}
          disabled={disabled}
        />
      )}
      <TransitionChoice
        transitions={plan.offered}
        value={plan.transition}
        onChange={choose}
        error={session.missing.etapa}
        disabled={disabled}
      />
      {plan.kind === 'reclassificar' && (
        <TypeField
          current={seen.tipo.id}
          value={draft.value.answers}
          onChange={(answers) => change({ answers })}
          error={errors.idTipo}
        />
      )}
      {plan.kind === 'reclassificar' && draft.value.answers.tipo && (
        <Suspense fallback={<FormSkeleton />}>
          <TypeAnswers
            ticket={seen}
            value={draft.value.answers}
            onChange={(answers) => change({ answers })}
            onProblems={session.onProblems}
            errors={errors}
            disabled={disabled}
          />
        </Suspense>
      )}
      {endsTicket(plan) && (
        <EndingFields
          typeKey={seen.tipo.chave}
          result={plan.transition?.resultado ?? null}
          contradicted={plan.takesData ? contradictedBy(draft.value.data) : null}
          value={draft.value}
          onChange={change}
          errors={errors}
        />
      )}
      {asksReason && (
        <TextField
          label={plan.kind === 'reclassificar' ? 'Por que o tipo muda' : 'Motivo'}
          autoFocus={!Form && !endsTicket(plan) && plan.kind !== 'reclassificar'}
          inputRef={goOnAtEnd}
          required={demandsReason(plan)}
          multiline
          minRows={3}
          value={draft.value.motivo}
          onChange={({ target }) => change({ motivo: target.value })}
          disabled={disabled}
          error={Boolean(errors.motivo)}
          helperText={errors.motivo}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
    </>
  );
}

interface StepFieldsFormProps {
  state: StepFieldsState;
  onChange: (answers: FieldAnswers) => void;
  errors: Readonly<Record<string, string>> | undefined;
  disabled: boolean;
}

const ANSWERED = 'campos.';

/** The extra fields that the step asks for. */
function StepFieldsForm({ state, onChange, errors, disabled }: StepFieldsFormProps) {
  const { answer, isKnown, formulario, form, value, answersIn } = state;
  const ofFields = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(errors ?? {}).flatMap(([name, text]) =>
          name.startsWith(ANSWERED) ? [[name.slice(ANSWERED.length), text]] : [],
        ),
      ),
    [errors],
  );
  if (!isKnown) return answer.error ? <Failure answer={answer} /> : <FormSkeleton fields={2} />;
  if (!formulario) return null;
  return (
    <SchemaForm
      ref={form}
      form={formulario}
      value={value}
      onChange={(next) => onChange(answersIn(next))}
      errors={ofFields}
      idPrefix="etapa"
      columns={1}
      disabled={disabled}
    />
  );
}

const TypeAnswers = lazyScreen(() => import('./TypeAnswers.tsx'), 'TypeAnswers');

/** Places the cursor at the end of text restored from a draft. */
const goOnAtEnd = (field: HTMLTextAreaElement | null) =>
  field?.setSelectionRange(field.value.length, field.value.length);

interface TypeFieldProps {
  /** The ticket's current type, which would not be a change. */
  current: number;
  value: MoveDraft['answers'];
  onChange: (answers: MoveDraft['answers']) => void;
  error: string | undefined;
}

function TypeField({ current, value, onChange, error }: TypeFieldProps) {
  const { data, error: failure } = useRoute(ticketCatalogRoutes.types, {});
  const choose = (next: { id: number } | null) => {
    const type = data?.find(({ id }) => id === next?.id);
    onChange(type ? chooseType(value, type, wizardPerson(currentInitialLoad())) : { ...value, tipo: null });
  };
  return (
    <OptionField<{ id: number; desc: string }>
      label="Novo tipo"
      required
      options={data?.filter(({ id }) => id !== current)}
      nameOf={({ desc }) => desc}
      value={value.tipo}
      onChange={choose}
      error={error}
      failure={failure && !data ? errorText(failure) : undefined}
    />
  );
}

interface TransitionChoiceProps {
  transitions: readonly Transition[];
  value: Transition | null;
  onChange: (transition: Transition) => void;
  error: string | undefined;
  disabled: boolean;
}

/** The target of the ticket, when several transitions are open. */
function TransitionChoice({ transitions, value, onChange, error, disabled }: TransitionChoiceProps) {
  const id = useId();
  if (transitions.length < 2) return null;
  return (
    <FormControl required error={Boolean(error)} disabled={disabled}>
      <FormLabel id={id} sx={{ typography: 'subtitle2' }}>
        Para onde o ticket vai
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={value ? transitionKey(value) : ''}
        onChange={(_event, key) => {
          const transition = transitions.find((each) => transitionKey(each) === key);
          if (transition) onChange(transition);
        }}
      >
        {transitions.map((transition) => (
          <FormControlLabel
            key={transitionKey(transition)}
            value={transitionKey(transition)}
            control={<Radio size="small" />}
            label={
              <>
                {transition.rotulo} <SecondaryText>para {transition.descricao}</SecondaryText>
              </>
            }
          />
        ))}
      </RadioGroup>
      {error && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  );
}

interface EndingFieldsProps {
  typeKey: string;
  /** The result determined by the transition itself; only reasons with that result are offered. */
  result: string | null;
  /** The result that the step's data contradict; reasons with that result are not offered. */
  contradicted: string | null;
  value: Pick<MoveDraft, 'final' | 'obs'>;
  onChange: (value: Partial<Pick<MoveDraft, 'final' | 'obs'>>) => void;
  errors: Readonly<Record<string, string>>;
}

/** How the ticket ends: a reason with its result, and the explanation that some reasons require. */
function EndingFields({ typeKey, result, contradicted, value, onChange, errors }: EndingFieldsProps) {
  const { data, error } = useRoute(lookupRoutes.finalReasons, { query: { tipo: typeKey } });
  const offered = data?.filter(({ resultado }) =>
    result ? !resultado || resultado === result : !resultado || resultado !== contradicted,
  );
  const { final } = value;
  const given = final && (offered?.find(({ id }) => id === final.id) ?? null);
  const usual = offered?.length === 1 ? offered[0] : offered?.find(({ padrao }) => padrao);
  const outdated = final !== null && offered !== undefined && given === null;
  useEffect(() => {
    if (outdated || (!final && usual)) onChange({ final: usual ? chosen(usual) : null });
  }, [final, outdated, usual, onChange]);
  return (
    <>
      <OptionField<FinalReason>
        label="Motivo de finalização"
        required
        options={offered}
        nameOf={nameOf}
        value={given}
        onChange={(next) => onChange({ final: next && chosen(next) })}
        error={errors.idMotivo ?? errors['finalizacao.idMotivo']}
        failure={error && !data ? errorText(error) : undefined}
      />
      <TextField
        label="Observação"
        required={final?.informa ?? false}
        multiline
        minRows={2}
        value={value.obs}
        onChange={({ target }) => onChange({ obs: target.value })}
        error={Boolean(errors.obs ?? errors['finalizacao.obs'])}
        helperText={errors.obs ?? errors['finalizacao.obs']}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  );
}

const contradictedBy = ({ prorrogacaoFinanceiro }: MoveDraft['data']) =>
  contradictedResult(prorrogacaoFinanceiro?.titulos.map(({ decisao }) => decisao) ?? []);

const chosen = ({ id, descricao, informa }: FinalReason) => ({ id, descricao, informa });

const nameOf = ({ descricao, resultado }: FinalReason) =>
  resultado ? `${descricao} (${rowOf(ticketResult, resultado).label})` : descricao;
