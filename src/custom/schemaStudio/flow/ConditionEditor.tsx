import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { Problem } from '../../../../contract/config/definitions.ts';
import type { FlowCondition } from '../../../../contract/rules/flowCondition.ts';
import {
  GROUPS,
  type Group,
  groupOf,
  newComparison,
  partsOf,
} from '../../../../contract/rules/flowConditionText.ts';
import { ChoiceProperty } from '../parts/PropertyFields.tsx';
import { ComparisonFields } from './ComparisonFields.tsx';

interface ConditionEditorProps {
  pointer: string;
  value: FlowCondition;
  onChange: (value: FlowCondition) => void;
  problems: readonly Problem[];
  readOnly: boolean;
  /** Groups inside groups, at most. */
  depth?: number;
}

const DEEPEST = 3;

/** A comparison, or several joined; each part may be joined again. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { pointer, value, onChange, problems, readOnly, depth = 0 } = props;
  const group = groupOf(value);
  if (!group)
    return (
      <ComparisonFields
        pointer={pointer}
        value={value}
        onChange={onChange}
        problems={problems}
        readOnly={readOnly}
      />
    );
  const parts = partsOf(value);
  const put = (next: FlowCondition[]) => onChange({ [group]: next } as unknown as FlowCondition);
  return (
    <GroupBox data-pointer={pointer}>
      <ChoiceProperty
        label="Como se juntam"
        pointer={`${pointer}/${group}`}
        value={group}
        choices={Object.entries(GROUPS).map(([key, label]) => ({ value: key, label }))}
        onChange={(next) => onChange({ [next as Group]: parts } as unknown as FlowCondition)}
        problems={problems}
        readOnly={readOnly}
      />
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <div className="part" key={index}>
          <div className="body">
            <ConditionEditor
              pointer={`${pointer}/${group}/${index}`}
              value={part}
              onChange={(next) => put(parts.with(index, next))}
              problems={problems}
              readOnly={readOnly}
              depth={depth + 1}
            />
          </div>
          {!readOnly && parts.length > 1 && (
            <IconButton
              size="small"
              aria-label={`Retirar a ${index + 1}ª condição`}
              onClick={() => put(parts.toSpliced(index, 1))}
            >
              <CloseOutlined fontSize="small" />
            </IconButton>
          )}
        </div>
      ))}
      {!readOnly && (
        <div className="adds">
          <Button
            size="small"
            startIcon={<AddOutlined />}
            onClick={() => put([...parts, newComparison('linhas_aprovadas')])}
          >
            Condição
          </Button>
          {depth < DEEPEST - 1 && (
            <Button
              size="small"
              startIcon={<AddOutlined />}
              onClick={() => put([...parts, { alguma: [newComparison('linhas_aprovadas')] }])}
            >
              Grupo
            </Button>
          )}
        </div>
      )}
    </GroupBox>
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
  '& .adds': { display: 'flex', gap: 4 },
}));
