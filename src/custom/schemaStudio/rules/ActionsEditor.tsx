import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useContext, useRef, useState } from 'react';
import { type CompanyRule, isMacro, MAX_ACTIONS } from '#contract/rules/companyRules/companyRule.ts';
import {
  actionKind,
  actionsFor,
  BY_WHOM,
  MACRO_ACTIONS,
  type RuleAction,
} from '#contract/rules/companyRules/ruleActions.ts';
import { actionText, type RuleNames } from '#contract/rules/companyRules/ruleSentence.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { ChoiceProperty, problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import { InvalidTextsContext } from '#ui/components/inputs/useTypedText.ts';
import type { ConditionField } from '#ui/condition/fields.ts';
import type { EditorProps } from '../editorProps.ts';
import { indexIn, isWithin, moved } from '../jsonPointer.ts';
import { PartsList } from '../parts/PartsList.tsx';
import { ActionField } from './ActionField.tsx';
import { isAsked, newAction, withActionKind, withField } from './ruleEdits.ts';
import type { RuleChoices } from './useRuleWords.ts';

interface ActionsEditorProps extends Pick<EditorProps, 'problems' | 'place' | 'onPlace'> {
  rule: CompanyRule;
  put: (rule: CompanyRule) => void;
  names: RuleNames & { choices: RuleChoices };
  texts: readonly ConditionField[];
  readOnly: boolean;
}

/** The actions in the order in which they are done; the chosen one shows what it asks for. */
export function ActionsEditor(props: ActionsEditorProps) {
  const { rule, put, names, problems, readOnly, place, onPlace } = props;
  const { entidade, entao } = rule;
  const ids = usePartIds(entao.length);
  const [removed, setRemoved] = useState<{ action: RuleAction; index: number } | null>(null);
  const chosen = indexIn('/entao', place?.pointer);
  const texts = useContext(InvalidTextsContext);
  const change = (next: readonly RuleAction[]) => put({ ...rule, entao: [...next] });
  /** Puts the actions in other places, where nothing must be shown that was typed into what was there before. */
  const rearrange = (next: readonly RuleAction[]) => {
    texts?.forget('/entao');
    change(next);
  };
  const choose = (index: number) => onPlace?.(`/entao/${index}`);
  const insert = (action: RuleAction, index: number) => {
    ids.insert(index);
    rearrange(entao.toSpliced(index, 0, action));
    const [first = 'acao'] = Object.keys(actionKind(action.acao)?.campos.properties ?? {});
    onPlace?.(`/entao/${index}/${first}`, true);
  };
  const offered = actionsFor(entidade)
    .filter((key) => !isMacro(rule) || MACRO_ACTIONS.includes(key))
    .map((value) => ({
      value,
      label: upperFirst(actionKind(value)?.label ?? ''),
    }));
  const wrong = problemAt(problems, '/entao');
  return (
    <>
      {wrong && <Alert severity="error">{wrong}</Alert>}
      {entao.length === 0 && !wrong && <p style={{ margin: 0 }}>Nada ainda. Escolha o que a regra faz.</p>}
      <PartsList
        label="Ações"
        selected={chosen}
        onSelect={(index) => (index === chosen ? onPlace?.('') : choose(index))}
        onMove={
          readOnly
            ? undefined
            : (from, to) => {
                ids.move(from, to);
                rearrange(moved(entao, from, to));
                choose(to);
              }
        }
        parts={entao.map((action, index) => ({
          id: ids.all[index] ?? String(index),
          label: `${index + 1}. ${upperFirst(actionText(action, entidade, names))}`,
          problems: problems.filter(
            ({ ponteiro, gravidade }) => gravidade === 'ERRO' && isWithin(ponteiro, `/entao/${index}`),
          ).length,
          children: index === chosen && (
            <ActionForm
              {...props}
              action={action}
              pointer={`/entao/${index}`}
              offered={offered}
              onChange={(next) => change(entao.with(index, next))}
              onRemove={() => {
                ids.remove(index);
                setRemoved({ action, index });
                rearrange(entao.toSpliced(index, 1));
                onPlace?.('');
              }}
            />
          ),
        }))}
      />
      {removed && (
        <Alert
          severity="info"
          role="status"
          action={
            <Button
              color="inherit"
              size="small"
              autoFocus
              onClick={() => {
                setRemoved(null);
                insert(removed.action, Math.min(removed.index, entao.length));
              }}
            >
              Desfazer
            </Button>
          }
        >
          Retirada: {actionText(removed.action, entidade, names)}.
        </Alert>
      )}
      {!readOnly && entao.length < MAX_ACTIONS && (
        <div style={{ maxWidth: 420 }}>
          <ChoiceProperty
            // Begins anew for the next action.
            key={entao.length}
            label="Incluir ação"
            pointer="/entao"
            value=""
            choices={[{ value: '', label: 'Escolha o que fazer' }, ...offered]}
            onChange={(key) => {
              if (key === '') return;
              setRemoved(null);
              insert(newAction(key), entao.length);
            }}
            problems={[]}
          />
        </div>
      )}
    </>
  );
}

interface ActionFormProps extends ActionsEditorProps {
  action: RuleAction;
  pointer: string;
  offered: readonly { value: string; label: string }[];
  onChange: (action: RuleAction) => void;
  onRemove: () => void;
}

/** What an action asks for, as its schema says. */
function ActionForm({ action, pointer, offered, onChange, onRemove, ...props }: ActionFormProps) {
  const { names, texts, problems, readOnly } = props;
  const fields = Object.entries(actionKind(action.acao)?.campos.properties ?? {});
  const values: Readonly<Record<string, unknown>> = { ...action };
  return (
    <div
      data-pointer={pointer}
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, padding: '8px 0 12px 30px' }}
    >
      <ChoiceProperty
        label="O que fazer"
        pointer={`${pointer}/acao`}
        value={action.acao}
        choices={offered}
        onChange={(key) => onChange(withActionKind(action, key))}
        problems={problems}
        readOnly={readOnly}
      />
      {fields
        .filter(([, schema]) => isAsked(schema, values))
        .map(([key, schema]) => (
          <ActionField
            key={`${action.acao} ${key}`}
            schema={schema}
            pointer={`${pointer}/${key}`}
            value={values[key]}
            onChange={(next) => onChange(withField(action, key, next))}
            choices={names.choices}
            hidden={isMacro(props.rule) ? '' : BY_WHOM}
            texts={texts}
            fields={
              names.choices.cadastros?.find(({ valor }) => valor === values[schema['x-valores']])?.campos ??
              []
            }
            problems={problems}
            readOnly={readOnly}
          />
        ))}
      {!readOnly && (
        <div>
          <Button size="small" color="error" startIcon={<DeleteOutlined />} onClick={onRemove}>
            Retirar ação
          </Button>
        </div>
      )}
    </div>
  );
}

/** Names for parts that have none of their own, which stay with them when they are moved. */
function usePartIds(length: number) {
  const next = useRef(0);
  const ids = useRef<string[]>([]);
  const newId = () => {
    next.current += 1;
    return `acao-${next.current}`;
  };
  // After an undo there may be more or fewer.
  while (ids.current.length < length) ids.current.push(newId());
  ids.current.length = length;
  return {
    all: ids.current,
    insert: (index: number) => {
      ids.current = ids.current.toSpliced(index, 0, newId());
    },
    remove: (index: number) => {
      ids.current = ids.current.toSpliced(index, 1);
    },
    move: (from: number, to: number) => {
      ids.current = moved(ids.current, from, to);
    },
  };
}
