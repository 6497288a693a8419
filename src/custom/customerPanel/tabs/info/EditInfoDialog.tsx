import {
  type CustomerDimension,
  dimensionRoutes,
  type Segment,
} from '#contract/callcenter/customers/dimensions.ts';
import { FormDialog, useSave } from '#src/resources/customers/shared/FormDialog.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { useVersionedForm } from '#ui/conflict/useConflict.ts';

interface EditInfoDialogProps {
  line: CustomerDimension;
  segments: readonly Segment[];
  onClose: () => void;
  onSaved: () => void;
}

interface InfoForm {
  choice: SegmentChoice;
  /** Free text; when empty, the current description is kept. */
  descricao: string;
  observacao: string;
  /** The current description, read-only here. */
  hoje: string;
}

const formOf = ({ idDimensao, dimensao_id, observacao, descricao }: CustomerDimension): InfoForm => ({
  choice: { dimensao: idDimensao, dimensao_id },
  descricao: '',
  observacao,
  hoje: descricao,
});

function choiceText(segments: readonly Segment[], { dimensao, dimensao_id }: SegmentChoice): string {
  const segment = segments.find(({ id }) => id === dimensao);
  const option = segment?.opcoes.find(({ id }) => id === dimensao_id);
  return [segment?.desc, option?.desc].filter(Boolean).join(': ') || '(vazio)';
}

/** 'Informações Adicionais': another option, or a free text in place of the option's. */
export function EditInfoDialog({ line, segments, onClose, onSaved }: EditInfoDialogProps) {
  const held = useVersionedForm<InfoForm>({ versao: line.versao, initial: formOf(line), read: formOf });
  const { choice, descricao, observacao } = held.value;
  const save = useSave(dimensionRoutes.update, onSaved);
  const submit = () => {
    const { dimensao, dimensao_id } = choice;
    if (dimensao === null) return save.setErrors({ dimensao: 'Escolha o segmento.' });
    const { id, cliente_id } = line;
    const body = { dimensao, dimensao_id, cliente_id, observacao, descricao };
    void save.send({ params: { id }, body }, held);
  };
  const own = line.dimensao_id !== null && choice.dimensao === line.idDimensao;
  return (
    <FormDialog
      title="Informações Adicionais"
      problem={save.problem}
      busy={save.busy}
      changed={held.changed}
      disabled={!held.changed || held.undecided}
      closeLabel="Fechar"
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictView
        conflict={held}
        name="esta informação"
        labels={{
          choice: { label: 'Segmento e descrição', show: (own) => choiceText(segments, own) },
          hoje: 'Descrição',
          observacao: 'Observações',
        }}
      />
      <SegmentFields
        segments={segments}
        value={choice}
        errors={save.errors}
        onChange={(next) => held.set({ choice: next })}
        known={own ? { id: line.dimensao_id ?? 0, desc: line.descricao } : undefined}
      />
      <TextField
        label="Nova Descrição"
        value={descricao}
        onChange={(event) => held.set({ descricao: event.target.value })}
        error={Boolean(save.errors.descricao)}
        helperText={save.errors.descricao ?? `Hoje: ${held.value.hoje}`}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        label="Observações"
        multiline
        minRows={2}
        value={observacao}
        onChange={(event) => held.set({ observacao: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  );
}

export interface SegmentChoice {
  dimensao: number | null;
  dimensao_id: number | null;
}

interface SegmentFieldsProps {
  segments: readonly Segment[];
  value: SegmentChoice;
  errors: Record<string, string>;
  onChange: (value: SegmentChoice) => void;
  /** The current option with its label, for when it is no longer offered. */
  known?: { id: number; desc: string } | undefined;
}

/** The segment, and the options within it. */
export function SegmentFields({ segments, value, errors, onChange, known }: SegmentFieldsProps) {
  const options = segments.find(({ id }) => id === value.dimensao)?.opcoes ?? [];
  const offered = known && !options.some(({ id }) => id === known.id) ? [known, ...options] : options;
  return (
    <>
      <ChoiceField
        required
        label="Segmento"
        value={value.dimensao}
        onChange={(dimensao) => onChange({ dimensao, dimensao_id: null })}
        error={Boolean(errors.dimensao)}
        helperText={errors.dimensao}
        choices={segments.map(({ id, desc }) => ({ value: id, label: desc }))}
      />
      <ChoiceField
        required
        label="Descrição"
        disabled={value.dimensao === null}
        value={value.dimensao_id}
        onChange={(id) => onChange({ ...value, dimensao_id: id })}
        error={Boolean(errors.dimensao_id)}
        helperText={errors.dimensao_id ?? (value.dimensao === null ? 'Escolha antes o segmento' : undefined)}
        choices={offered.map(({ id, desc }) => ({ value: id, label: desc }))}
      />
    </>
  );
}
