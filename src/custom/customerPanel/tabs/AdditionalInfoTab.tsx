import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type FormEvent, useMemo, useState } from 'react';
import {
  type CustomerDimension,
  dimensionRoutes,
  type Segment,
} from '#contract/callcenter/customers/dimensions.ts';
import { call } from '#data/call.ts';
import { useRoute } from '#data/useRoute.ts';
import { useSave } from '#src/resources/customers/shared/useSave.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { FieldProblemsContext } from '#ui/components/fieldProblems.ts';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import type { PanelTabProps } from '../panelTabProps.ts';
import { Line, Lines } from '../TabParts.tsx';
import { usePanelRefresh } from '../usePanel.ts';
import { EditInfoDialog, segmentFields } from './info/EditInfoDialog.tsx';

/** What the company records about a customer beyond the registration: segment, description, observation. */
export function AdditionalInfoTab({ idCli }: PanelTabProps) {
  const [shown, setShown] = useState<number[]>([]);
  const [editing, setEditing] = useState<CustomerDimension | null>(null);
  const [removing, setRemoving] = useState<CustomerDimension | null>(null);
  const refresh = usePanelRefresh(idCli);
  const notify = useNotify();
  const segments = useRoute(dimensionRoutes.segments, {}, { staleTime: 60_000 });
  const rows = useRoute(
    dimensionRoutes.ofCustomer,
    { params: { id: idCli }, query: { ...(shown.length > 0 && { dimensao: shown.join(',') }) } },
    { placeholderData: (before) => before },
  );
  const changed = () => {
    setEditing(null);
    setRemoving(null);
    void rows.refetch();
    refresh();
  };
  return (
    <>
      <Section title="Nova informação">
        <Answered answer={segments}>
          {(list) => <AddInfoForm idCli={idCli} segments={list} onAdded={changed} />}
        </Answered>
      </Section>
      <SegmentFilter segments={segments.data ?? []} shown={shown} onChange={setShown} />
      <Answered answer={rows}>
        {(lines) =>
          lines.length === 0 ? (
            <EmptyState
              title="Nenhuma informação disponível"
              text={
                shown.length > 0
                  ? 'Nenhuma nos segmentos marcados.'
                  : 'Adicione acima o que ajuda a atender este cliente.'
              }
            />
          ) : (
            <Lines>
              {lines.map((line) => (
                <InfoLine
                  key={line.id}
                  line={line}
                  onEdit={() => setEditing(line)}
                  onRemove={() => setRemoving(line)}
                />
              ))}
            </Lines>
          )
        }
      </Answered>
      {editing && (
        <EditInfoDialog
          line={editing}
          segments={segments.data ?? []}
          onClose={() => setEditing(null)}
          onDone={(message) => {
            notify(message, { type: 'success' });
            changed();
          }}
        />
      )}
      {removing && <RemoveInfoDialog line={removing} onClose={() => setRemoving(null)} onRemoved={changed} />}
    </>
  );
}

interface RemoveInfoDialogProps {
  line: CustomerDimension;
  onClose: () => void;
  onRemoved: () => void;
}

/** The documents let a failed removal go unreported; here the dialog stays open and shows the failure. */
function RemoveInfoDialog({ line, onClose, onRemoved }: RemoveInfoDialogProps) {
  const notify = useNotify();
  const remove = async () => {
    const { data } = await call(dimensionRoutes.remove, { params: { id: line.id } });
    notify(data.message, { type: 'success' });
    onRemoved();
  };
  return (
    <ConfirmDialog
      open
      title="Excluir esta informação?"
      text={`${line.dimensao}: ${line.descricao}. O cliente deixa de ter esta informação.`}
      confirmLabel="Excluir"
      tone="error"
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}

interface InfoLineProps {
  line: CustomerDimension;
  onEdit: () => void;
  onRemove: () => void;
}

function InfoLine({ line, onEdit, onRemove }: InfoLineProps) {
  const name = `${line.dimensao}: ${line.descricao}`;
  return (
    <Line>
      <div className="main">
        <small>{line.dimensao}</small>
        {line.descricao}
        {line.observacao && <small style={{ whiteSpace: 'pre-line' }}>{line.observacao}</small>}
      </div>
      <small>{line.colaborador.nome}</small>
      <span>
        <IconButton aria-label={`Editar ${name}`} onClick={onEdit}>
          <EditOutlined fontSize="small" />
        </IconButton>
        <IconButton aria-label={`Excluir ${name}`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </span>
    </Line>
  );
}

interface SegmentFilterProps {
  segments: readonly Segment[];
  shown: readonly number[];
  onChange: (shown: number[]) => void;
}

/** Shows the selected segments, or all of them when none is selected. */
function SegmentFilter({ segments, shown, onChange }: SegmentFilterProps) {
  if (segments.length < 2) return null;
  return (
    <FormGroup row role="group" aria-label="Mostrar só estes segmentos" sx={{ my: 2, columnGap: 2 }}>
      {segments.map(({ id, desc }) => (
        <FormControlLabel
          key={id}
          label={desc}
          control={
            <Checkbox
              size="small"
              checked={shown.includes(id)}
              onChange={(_, checked) =>
                onChange(checked ? [...shown, id] : shown.filter((each) => each !== id))
              }
            />
          }
        />
      ))}
    </FormGroup>
  );
}

interface AddInfoFormProps {
  idCli: number;
  segments: readonly Segment[];
  onAdded: () => void;
}

const route = dimensionRoutes.create;
const Field = fieldsOf(route);
const NOTHING = { dimensao: null as number | null, dimensao_id: null as number | null, observacao: '' };

function AddInfoForm({ idCli, segments, onAdded }: AddInfoFormProps) {
  const [value, setValue] = useState(NOTHING);
  const save = useSave(route, () => {
    setValue(NOTHING);
    onAdded();
  });
  const problems = useMemo(() => ({ texts: save.errors, shown: new Set<string>() }), [save.errors]);
  useUnsaved(value.observacao !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { dimensao, dimensao_id, observacao } = value;
    if (dimensao === null) return save.setErrors({ dimensao: 'Escolha o segmento.' });
    if (dimensao_id === null) return save.setErrors({ dimensao_id: 'Escolha a descrição.' });
    void save.send({ body: { dimensao, dimensao_id, cliente_id: idCli, observacao } });
  };
  // The description belongs to its segment.
  const set = (part: Partial<typeof NOTHING>) =>
    setValue((before) => ({ ...before, ...('dimensao' in part && { dimensao_id: null }), ...part }));
  if (segments.length === 0)
    return <Typography color="text.secondary">Nenhum segmento foi definido ainda.</Typography>;
  const { dimensao, dimensao_id } = segmentFields(segments, value.dimensao);
  return (
    <Form noValidate onSubmit={submit}>
      {save.problem && (
        <Alert severity="error" className="whole">
          {save.problem}
        </Alert>
      )}
      <FieldProblemsContext value={problems}>
        <HeldForm value={value} set={set}>
          <Field name="dimensao" {...dimensao} />
          <Field name="dimensao_id" {...dimensao_id} required />
          <div className="whole">
            <Field name="observacao" />
          </div>
        </HeldForm>
      </FieldProblemsContext>
      <div className="whole">
        <Button type="submit" variant="contained" loading={save.busy}>
          Adicionar
        </Button>
      </div>
    </Form>
  );
}

const Form = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  '& .whole': { gridColumn: '1 / -1' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));
