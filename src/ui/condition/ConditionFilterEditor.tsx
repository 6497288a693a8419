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
import { emptyValues, newComparison } from './comparisons.ts';
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
  // The address follows later than it is set: what was sent from here comes back while the next is typed.
  const [seen, setSeen] = useState(given);
  const [sent, setSent] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState<Expression>(() => conditionIn(given) ?? fresh());
  const [touched, setTouched] = useState(false);
  if (given !== seen) {
    const place = sent.indexOf(given);
    setSeen(given);
    setSent(place < 0 ? [] : sent.slice(place + 1));
    // Another text came from elsewhere, and is taken over.
    if (place < 0) {
      setDraft(conditionIn(given) ?? fresh());
      setTouched(false);
    }
  }
  const newest = sent.at(-1) ?? given;
  const text = JSON.stringify(draft);
  const { problems: wrong } = typing(draft, (path) => fields.find((field) => field.path === path), 'LOGICO');
  const problems = wrong.length > 0 ? wrong : emptyValues(draft, fields);
  const isTooLong = text.length > MAX_CONDITION;
  const isReady = touched && problems.length === 0 && !isTooLong && text !== newest;
  const send = useStableCallback(() => {
    if (!isReady) return;
    setSent([...sent, text]);
    onChange(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins another pause
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(send, PAUSE);
    return () => clearTimeout(timer);
  }, [isReady, text, send]);
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
    setDraft(fresh());
    if (!newest) return;
    setSent([...sent, '']);
    onChange('');
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
        onlyChosen
      />
      <p role="status" style={{ margin: 0, fontSize: 13 }}>
        {touched && isTooLong && 'São condições demais para um filtro. Retire algumas.'}
        {touched && problems.length > 0 && 'A lista muda quando todas as condições estiverem completas.'}
      </p>
    </div>
  );
}
