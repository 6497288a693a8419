import TextField from '@mui/material/TextField';
import { Suspense } from 'react';
import { useStableCallback } from '../../../ui/components/useStableCallback.ts';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import { EndingFields } from './EndingFields.tsx';
import type { MoveDraft } from './moveDraft.ts';
import { demandsReason, endsTicket } from './moveInput.ts';
import { MOVES } from './moveKinds.ts';
import { TypeField } from './TypeField.tsx';
import type { useMoveSession } from './useMoveSession.ts';
import { WayChoice } from './WayChoice.tsx';

/** What a move asks for: the step's form, the way, the reason, how it ends, the new type. */
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
            errors={errors}
            disabled={disabled}
          />
        </Suspense>
      )}
      <WayChoice
        ways={plan.offered}
        value={plan.way}
        onChange={choose}
        error={session.missing.etapa}
        disabled={disabled}
      />
      {plan.kind === 'reclassificar' && (
        <TypeField
          current={seen.tipo.id}
          value={draft.value.type}
          onChange={(type) => change({ type })}
          error={errors.idTipo}
        />
      )}
      {endsTicket(plan) && (
        <EndingFields
          typeKey={seen.tipo.chave}
          result={plan.way?.resultado ?? null}
          value={draft.value}
          onChange={change}
          errors={errors}
        />
      )}
      {asksReason && (
        <TextField
          label="Motivo"
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

/** What came back from a draft is written on, not before. */
const goOnAtEnd = (field: HTMLTextAreaElement | null) =>
  field?.setSelectionRange(field.value.length, field.value.length);
