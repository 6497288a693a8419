import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useContext, useState } from 'react';
import type { Problem } from '#contract/config/definitions.ts';
import type { PathOf } from '#contract/expression/parse.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { ChoiceProperty, problemAt } from '../components/inputs/PropertyFields.tsx';
import { InvalidTextsContext } from '../components/inputs/useTypedText.ts';
import { ComparisonFields } from './ComparisonFields.tsx';
import { comparisonOf, newComparison, readComparison } from './comparisons.ts';
import type { ConditionField } from './fields.ts';
import { WrittenExpression } from './WrittenExpression.tsx';

interface ConditionEditorProps {
  pointer: string;
  value: Expression;
  onChange: (value: Expression) => void;
  fields: readonly ConditionField[];
  pathOf: PathOf;
  problems: readonly Problem[];
  readOnly: boolean;
  /** Why a part that was written cannot be kept although it is sound; '' if it can. */
  refused?: (part: Expression) => string;
  /** Takes the whole condition away; without it, its last part stays. */
  onClear?: () => void;
  /** Offers no writing to people who know no expressions; what cannot be chosen is written all the same. */
  onlyChosen?: boolean;
  /** Current nesting depth of groups. */
  depth?: number;
}

const GROUPS = {
  todas: 'Todas valem (e)',
  alguma: 'Alguma vale (ou)',
  nenhuma: 'Nenhuma vale (não)',
} as const;
type Group = keyof typeof GROUPS;

const DEEPEST = 3;

/** A group of conditions, if the node is one: 'está preenchido' is written like one, but is a single question. */
const groupOf = (node: Expression): { faz: Group; de: readonly Expression[] } | null =>
  'faz' in node && Object.hasOwn(GROUPS, node.faz) && !readComparison(node)
    ? { faz: node.faz as Group, de: node.de }
    : null;

/**
 * A condition by clicks: questions about fields, combined as all, any or none, each part possibly a combination itself. What is more
 * than a question, such as a calculation, is written as text.
 */
export function ConditionEditor(props: ConditionEditorProps) {
  const { pointer, value, onChange, fields, depth = 0 } = props;
  const texts = useContext(InvalidTextsContext);
  // The parts are drawn anew when one is taken out, so that none shows what was typed into another.
  const [turn, setTurn] = useState(0);
  const group = groupOf(value);
  if (!group && depth > 0) return <PartFields {...props} />;
  const { faz, de }: { faz: Group; de: readonly Expression[] } = group ?? { faz: 'todas', de: [value] };
  const put = (next: readonly Expression[]) => {
    // What was alone becomes part of a group, at another place.
    if (!group) texts?.forget(pointer);
    onChange(call(faz, ...next));
  };
  const onClear = depth === 0 ? props.onClear : undefined;
  const remove = (index: number) => {
    texts?.forget(pointer);
    setTurn(turn + 1);
    if (de.length === 1 && onClear) onClear();
    else put(de.toSpliced(index, 1));
  };
  const [usual] = fields;
  const fresh = usual ? newComparison(usual.path, usual) : call('vazio', { campo: '' });
  return (
    <GroupBox data-pointer={pointer} role="group" aria-label={GROUPS[faz]}>
      <ChoiceProperty
        label="Como se juntam"
        pointer={`${pointer}/faz`}
        value={faz}
        choices={Object.entries(GROUPS).map(([key, label]) => ({ value: key, label }))}
        onChange={(next) => onChange(call(next as Group, ...de))}
        problems={props.problems}
        readOnly={props.readOnly}
        help={problemAt(props.problems, pointer)}
      />
      {de.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity of their own
        <div className="part" key={index}>
          <div className="body">
            <ConditionEditor
              key={turn}
              {...props}
              pointer={group ? `${pointer}/de/${index}` : pointer}
              value={part}
              onChange={(next) => put(de.with(index, next))}
              depth={depth + 1}
            />
          </div>
          {!props.readOnly && (de.length > 1 || onClear) && (
            <IconButton
              size="small"
              aria-label={`Retirar a ${index + 1}ª condição${depth > 0 ? ' do grupo' : ''}`}
              onClick={() => remove(index)}
            >
              <CloseOutlined fontSize="small" />
            </IconButton>
          )}
        </div>
      ))}
      {!props.readOnly && (
        <div className="adds">
          <Button size="small" startIcon={<AddOutlined />} onClick={() => put([...de, fresh])}>
            Condição
          </Button>
          {depth < DEEPEST - 1 && (
            <Button
              size="small"
              startIcon={<AddOutlined />}
              onClick={() => put([...de, call('alguma', fresh, fresh)])}
            >
              Grupo
            </Button>
          )}
        </div>
      )}
    </GroupBox>
  );
}

/** One question, or a text. What has become a question while it was typed is still a text. */
function PartFields({ value, onChange, onlyChosen = false, ...shared }: ConditionEditorProps) {
  const texts = useContext(InvalidTextsContext);
  const path = readComparison(value)?.path;
  const field = shared.fields.find((each) => each.path === path);
  const comparison = field && comparisonOf(value, field);
  const isQuestion = Boolean(comparison);
  const [isWritten, setWritten] = useState(!isQuestion);
  const isText = isWritten || !isQuestion;
  return (
    <div>
      {comparison && field && !isText ? (
        <ComparisonFields {...shared} comparison={comparison} field={field} onChange={onChange} />
      ) : (
        <WrittenExpression
          {...shared}
          label="Condição escrita"
          help="Campos entre colchetes, textos entre aspas: [Valor] - [Custo] > 5.000"
          value={value}
          onChange={onChange}
          wanted="LOGICO"
        />
      )}
      {!shared.readOnly && isQuestion && (isText || !onlyChosen) && (
        <Button
          size="small"
          onClick={() => {
            texts?.forget(shared.pointer);
            setWritten(!isText);
          }}
        >
          {isText ? 'Escolher' : 'Escrever'}
        </Button>
      )}
    </div>
  );
}

const GroupBox = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: 8,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.components.linha}`,
  '& .part': { display: 'flex', alignItems: 'flex-start', gap: 4 },
  '& .body': { flex: 1, minWidth: 0 },
  '& .adds': { display: 'flex', flexWrap: 'wrap', gap: 4 },
}));
