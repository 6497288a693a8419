import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import type { RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { isOwnType } from '#contract/records/index.ts';
import { type RecordKey, type RecordTypeView, recordRoutes } from '#contract/records/routes/records.ts';
import { formatCount } from '#contract/rules/format.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { AsyncAutocomplete, type AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { RowResultsDialog } from '#ui/lists/RowResultsDialog.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { AuthoredLabels } from '#ui/words.ts';
import { recordOptions } from './recordFilters.ts';

interface RecordBulkDialogProps {
  type: RecordTypeView;
  ids: readonly number[];
  onClose: () => void;
  /** Called when some records were changed, so that the selection can be cleared. */
  onDone: () => void;
}

/** Asks for a field and its new value, and then shows the result of each record. */
export function RecordBulkDialog({ type, ids, onClose, onDone }: RecordBulkDialogProps) {
  const titleId = useId();
  const refetch = useRefetch();
  // Fixed on opening, so that the text stays while the selection is cleared.
  const [wanted] = useState(ids);
  const fields = changeable(type);
  const [key, setKey] = useState(fields[0]?.[0] ?? '');
  const [value, setValue] = useState<unknown>(undefined);
  const field = (type.campos as RecordFields)[key];
  const run = useRouteCommand(recordRoutes.updateMany, { onSuccess: () => refetch(recordRoutes.updateMany) });
  const { um, muitos, genero } = type.titulo;
  if (run.data) {
    const refused = run.data.linhas.filter(({ resultado }) => resultado === 'recusado');
    const done = run.data.linhas.filter(({ resultado }) => resultado !== 'recusado').map(({ id }) => id);
    return (
      <RowResultsDialog
        results={{
          processados: run.data.linhas.length,
          sucesso: done,
          falhas: refused.map(({ id, erros }) => ({
            id,
            codigo: 'DADOS_INVALIDOS',
            mensagem: Object.values(erros ?? {}).join(' '),
          })),
        }}
        title="Mudar um campo"
        doneText={(count) =>
          `${formatCount(count, um, muitos)} com ${field?.titulo ?? 'o campo'} como pedido.`
        }
        rowName={(id) => `Registro ${id}`}
        onClose={() => {
          if (done.length > 0) onDone();
          onClose();
        }}
      />
    );
  }
  return (
    <DialogFrame
      open
      onClose={run.isPending ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId}>Mudar um campo</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <DialogContentText>
          {formatCount(
            wanted.length,
            `${um} será alterad${genero === 'f' ? 'a' : 'o'}`,
            `${muitos} serão alterad${genero === 'f' ? 'as' : 'os'}`,
          )}
          .
        </DialogContentText>
        <ChoiceField
          label="Campo"
          value={key}
          onChange={(name) => {
            setKey(name);
            setValue(undefined);
          }}
          choices={fields.map(([name, { titulo }]) => ({ value: name, label: titulo }))}
        />
        <AuthoredLabels value={isOwnType(type)}>
          {field && <ValueField key={key} field={field} onChange={setValue} />}
        </AuthoredLabels>
        {run.error && <Alert severity="error">{errorText(run.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <CloseButton disabled={run.isPending}>Cancelar</CloseButton>
        <Button
          variant="contained"
          disabled={value === undefined}
          loading={run.isPending}
          onClick={() =>
            run.mutate({
              params: { chave: type.chave as RecordKey },
              body: { ids: [...wanted], dados: { [key]: value } },
            })
          }
        >
          Aplicar
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

/** Fields that can be set for several records at once: choices, but not keys, names or amounts. */
export const changeable = ({ campos, codigo }: RecordTypeView): [string, RecordField][] =>
  Object.entries(campos as RecordFields).filter(
    ([key, { tipo, fixo, origem, formula }]) =>
      !fixo &&
      !formula &&
      origem !== 'ERP' &&
      !codigo.includes(key) &&
      ['CHECKBOX', 'SELECT', 'RADIO', 'REFERENCIA'].includes(tipo),
  );

interface ValueFieldProps {
  field: RecordField;
  /** `null` clears the field; `undefined` while nothing is chosen. */
  onChange: (value: unknown) => void;
}

function ValueField({ field, onChange }: ValueFieldProps) {
  const [chosen, setChosen] = useState<AsyncOption | null>(null);
  const [word, setWord] = useState('');
  if (field.tipo === 'REFERENCIA')
    return (
      <AsyncAutocomplete
        label={field.titulo}
        hint="Escolha"
        load={recordOptions(field)}
        value={chosen}
        onChange={(option) => {
          setChosen(option);
          onChange(option === null ? undefined : option.value);
        }}
      />
    );
  const options =
    field.tipo === 'CHECKBOX'
      ? [
          { valor: 'true', rotulo: 'Sim' },
          { valor: 'false', rotulo: 'Não' },
        ]
      : (field.opcoes ?? []);
  return (
    <ChoiceField
      label={field.titulo}
      value={word}
      onChange={(next) => {
        setWord(next);
        onChange(field.tipo === 'CHECKBOX' ? next === 'true' : next);
      }}
      choices={options.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }))}
    />
  );
}
