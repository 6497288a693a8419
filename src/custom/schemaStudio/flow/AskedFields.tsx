import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { FlowStep, StepField } from '#contract/rules/flows/flow.ts';
import { extraFieldRoutes } from '#contract/sac/extraFields.ts';
import { useRoute } from '#data/useRoute.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { moved } from '../jsonPointer.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { UseLink } from '../parts/UseLinks.tsx';
import type { FlowPieceProps } from './flowEdits.ts';

interface AskedFieldsProps extends Pick<FlowPieceProps, 'problems' | 'readOnly'> {
  campos: readonly StepField[];
  /** JSON pointer of the list. */
  pointer: string;
  onChange: (campos: NonNullable<FlowStep['campos']> | undefined) => void;
}

/** The extra fields of tickets that a step asks for, in the order of its dialog. */
export function AskedFields({ campos, pointer, problems, readOnly, onChange }: AskedFieldsProps) {
  const headingId = useId();
  const answer = useRoute(extraFieldRoutes.fields, { query: { entidade: 'ticket' } });
  const fields = answer.data?.campos ?? [];
  const titleOf = (key: string) => fields.find(({ chave }) => chave === key)?.titulo ?? key;
  const left = fields.filter(({ chave }) => !campos.some((each) => each.chave === chave));
  const put = (next: StepField[]) => onChange(next.length > 0 ? next : undefined);
  const problem = problemAt(problems, pointer);
  return (
    <section aria-labelledby={headingId} data-pointer={pointer}>
      <Typography id={headingId} component="h3" variant="subtitle2">
        Campos pedidos para avançar
      </Typography>
      <Failure answer={answer} />
      {problem && (
        <Typography variant="body2" color="error">
          {problem}
        </Typography>
      )}
      <ol style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {campos.map((each, index) => (
          <AskedField
            key={each.chave}
            title={titleOf(each.chave)}
            pointer={`${pointer}/${index}`}
            problems={problems}
            readOnly={readOnly}
            onRemove={() => put(campos.toSpliced(index, 1))}
            onUp={index > 0 ? () => put(moved([...campos], index, index - 1)) : undefined}
            onDown={index < campos.length - 1 ? () => put(moved([...campos], index, index + 1)) : undefined}
          />
        ))}
      </ol>
      {!readOnly && left.length > 0 && (
        <ChoiceField<string>
          label="Incluir campo"
          fullWidth
          value={null}
          placeholder="Escolha"
          choices={left.map(({ chave, titulo, grupo }) => ({
            value: chave,
            label: titulo,
            ...(grupo && { words: grupo }),
          }))}
          onChange={(key) => key && put([...campos, { chave: key, obrigatorio: true }])}
        />
      )}
      <Typography variant="body2" sx={{ mt: 1 }}>
        São campos adicionais de tickets:{' '}
        <UseLink use={{ tipo: 'fields', chave: 'ticket', titulo: 'crie ou altere os campos' }} />.
      </Typography>
    </section>
  );
}

interface AskedFieldProps extends Pick<FlowPieceProps, 'problems' | 'readOnly'> {
  title: string;
  pointer: string;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function AskedField({ title, pointer, problems, readOnly, ...acts }: AskedFieldProps) {
  const problem = problemAt(problems, `${pointer}/chave`);
  return (
    <li data-pointer={`${pointer}/chave`} style={{ padding: '6px 0' }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
        <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{title}</span>
        {!readOnly && (
          <>
            <IconButton size="small" aria-label={`Subir ${title}`} disabled={!acts.onUp} onClick={acts.onUp}>
              <ArrowUpward fontSize="small" />
            </IconButton>
            <IconButton
              size="small"
              aria-label={`Descer ${title}`}
              disabled={!acts.onDown}
              onClick={acts.onDown}
            >
              <ArrowDownward fontSize="small" />
            </IconButton>
            <IconButton size="small" aria-label={`Retirar ${title}`} onClick={acts.onRemove}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </>
        )}
      </div>
      <PanelField at={`${pointer}/obrigatorio`} />
      {problem && (
        <Typography variant="body2" color="error">
          {problem}
        </Typography>
      )}
    </li>
  );
}
