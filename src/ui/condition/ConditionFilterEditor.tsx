import { useEffect, useMemo, useRef, useState } from 'react';
import { listFieldRoutes } from '#contract/config/listFields.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { typing } from '#contract/expression/typing.ts';
import { MAX_CONDITION } from '#contract/listSums.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '../components/Button.tsx';
import { type ConditionFilter, type FilterValues, listOf } from '../components/FilterBar/filters.ts';
import { TextField } from '../components/TextField.tsx';
import { useStableCallback } from '../components/useStableCallback.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { newComparison } from './comparisons.ts';
import { type ConditionField, fieldNames } from './fields.ts';
import { conditionIn, FIELDS_FRESH, listConditionFields } from './listConditions.ts';

interface ConditionFilterEditorProps {
  filter: ConditionFilter;
  values: FilterValues;
  onSet: (changes: FilterValues) => void;
}

/** Groups of conditions over the fields of a list. What is complete filters at once, as every filter does. */
export function ConditionFilterEditor({ filter, values, onSet }: ConditionFilterEditorProps) {
  const { data, error, refetch, isFetching } = useRoute(
    listFieldRoutes.list,
    { params: { lista: filter.list } },
    { staleTime: FIELDS_FRESH },
  );
  const fields = useMemo(() => listConditionFields(data?.campos ?? []), [data]);
  const given = listOf(values, filter.key)[0] ?? '';
  const [usual] = fields;
  if (usual)
    return (
      <Conditions
        usual={usual}
        fields={fields}
        given={given}
        onChange={(text) => onSet({ [filter.key]: text })}
      />
    );
  if (!error || isFetching) return <TextField fullWidth disabled placeholder="Carregando ..." />;
  return (
    <p role="alert" style={{ margin: 0, fontSize: 14 }}>
      Os campos não puderam ser carregados.{' '}
      <Button size="small" onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </p>
  );
}

interface ConditionsProps {
  /** The field that a new condition asks about. */
  usual: ConditionField;
  fields: readonly ConditionField[];
  /** As the address has it; empty for none. */
  given: string;
  onChange: (text: string) => void;
}

/** Typing a value sends one request, not one for each key. */
const PAUSE = 500;

function Conditions({ usual, fields, given, onChange }: ConditionsProps) {
  const fresh = () => call('todas', newComparison(usual.path, usual));
  // What was set last from here or found in the address: another text came from elsewhere, and is taken over.
  const [known, setKnown] = useState(given);
  const [draft, setDraft] = useState<Expression>(() => conditionIn(given) ?? fresh());
  const [touched, setTouched] = useState(false);
  if (given !== known) {
    setKnown(given);
    setDraft(conditionIn(given) ?? fresh());
    setTouched(false);
  }
  const text = JSON.stringify(draft);
  const problems = typing(draft, (path) => fields.find((field) => field.path === path), 'LOGICO').problems;
  const isTooLong = text.length > MAX_CONDITION;
  const isReady = touched && problems.length === 0 && !isTooLong && text !== given;
  const send = useStableCallback(() => {
    if (!isReady) return;
    setKnown(text);
    onChange(text);
  });
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(send, text === given ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [isReady, text, given, send]);
  const unsent = useRef(send);
  useEffect(() => {
    const flush = unsent.current;
    // Whoever closes the filter within the pause has still chosen.
    return () => flush();
  }, []);
  const change = (next: Expression) => {
    setTouched(true);
    setDraft(next);
  };
  const clear = () => {
    setTouched(false);
    setKnown('');
    setDraft(fresh());
    if (given) onChange('');
  };
  return (
    <div style={{ display: 'grid', gap: 8, maxHeight: 'min(560px, 70vh)', overflowY: 'auto' }}>
      <ConditionEditor
        pointer=""
        value={draft}
        onChange={change}
        onClear={clear}
        fields={fields}
        pathOf={fieldNames(fields).pathOf}
        problems={
          touched
            ? problems.map(({ pointer, message }) => ({
                ponteiro: pointer,
                mensagem: message,
                gravidade: 'ERRO' as const,
              }))
            : []
        }
        readOnly={false}
      />
      <p role="status" style={{ margin: 0, fontSize: 13 }}>
        {touched && isTooLong && 'São condições demais para um filtro. Retire algumas.'}
        {touched && problems.length > 0 && 'A lista muda quando todas as condições estiverem completas.'}
      </p>
    </div>
  );
}
