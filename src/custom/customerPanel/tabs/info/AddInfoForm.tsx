import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { dimensionRoutes, type Segment } from '../../../../../contract/callcenter/dimensions.ts';
import { useUnsaved } from '../../../../ui/components/frame/unsaved.ts';
import { useSave } from '../../editing/useSave.ts';
import { type SegmentChoice, SegmentFields } from './SegmentFields.tsx';

interface AddInfoFormProps {
  idCli: number;
  segments: readonly Segment[];
  onAdded: () => void;
}

const NOTHING: SegmentChoice = { dimensao: null, dimensao_id: null };

export function AddInfoForm({ idCli, segments, onAdded }: AddInfoFormProps) {
  const [choice, setChoice] = useState(NOTHING);
  const [observacao, setObservacao] = useState('');
  const save = useSave(dimensionRoutes.create, () => {
    setChoice(NOTHING);
    setObservacao('');
    onAdded();
  });
  useUnsaved(observacao !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { dimensao, dimensao_id } = choice;
    if (dimensao === null) return save.setErrors({ dimensao: 'Escolha o segmento.' });
    if (dimensao_id === null) return save.setErrors({ dimensao_id: 'Escolha a descrição.' });
    void save.send({ body: { dimensao, dimensao_id, cliente_id: idCli, observacao } });
  };
  if (segments.length === 0)
    return <Typography color="text.secondary">Nenhum segmento foi definido ainda.</Typography>;
  return (
    <Form noValidate onSubmit={submit}>
      {save.problem && (
        <Alert severity="error" className="whole">
          {save.problem}
        </Alert>
      )}
      <SegmentFields segments={segments} value={choice} errors={save.errors} onChange={setChoice} />
      <TextField
        className="whole"
        label="Observações"
        multiline
        minRows={2}
        value={observacao}
        onChange={(event) => setObservacao(event.target.value)}
        error={Boolean(save.errors.observacao)}
        helperText={save.errors.observacao}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
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
