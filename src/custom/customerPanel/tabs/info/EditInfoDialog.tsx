import TextField from '@mui/material/TextField';
import { useState } from 'react';
import {
  type CustomerDimension,
  dimensionRoutes,
  type Segment,
} from '../../../../../contract/callcenter/dimensions.ts';
import { FormDialog } from '../../editing/FormDialog.tsx';
import { useSave } from '../../editing/useSave.ts';
import { type SegmentChoice, SegmentFields } from './SegmentFields.tsx';

interface EditInfoDialogProps {
  line: CustomerDimension;
  segments: readonly Segment[];
  onClose: () => void;
  onSaved: () => void;
}

/** 'Informações Adicionais': another option, or words of its own in place of the option's. */
export function EditInfoDialog({ line, segments, onClose, onSaved }: EditInfoDialogProps) {
  const [choice, setChoice] = useState<SegmentChoice>({
    dimensao: line.idDimensao,
    dimensao_id: line.dimensao_id,
  });
  const [descricao, setDescricao] = useState('');
  const [observacao, setObservacao] = useState(line.observacao);
  const save = useSave(dimensionRoutes.update, onSaved);
  const changed =
    choice.dimensao !== line.idDimensao ||
    choice.dimensao_id !== line.dimensao_id ||
    descricao.trim() !== '' ||
    observacao !== line.observacao;
  const submit = () => {
    const { dimensao, dimensao_id } = choice;
    if (dimensao === null) return save.setErrors({ dimensao: 'Escolha o segmento.' });
    const { id, cliente_id, versao } = line;
    void save.send({
      params: { id },
      body: { dimensao, dimensao_id, cliente_id, observacao, descricao, versao },
    });
  };
  const own = line.dimensao_id !== null && choice.dimensao === line.idDimensao;
  return (
    <FormDialog
      title="Informações Adicionais"
      problem={save.problem}
      busy={save.busy}
      disabled={!changed}
      closeLabel="Fechar"
      onSubmit={submit}
      onClose={onClose}
    >
      <SegmentFields
        segments={segments}
        value={choice}
        errors={save.errors}
        onChange={setChoice}
        known={own ? { id: line.dimensao_id ?? 0, desc: line.descricao } : undefined}
      />
      <TextField
        label="Nova Descrição"
        value={descricao}
        onChange={(event) => setDescricao(event.target.value)}
        error={Boolean(save.errors.descricao)}
        helperText={save.errors.descricao ?? `Hoje: ${line.descricao}`}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        label="Observações"
        multiline
        minRows={2}
        value={observacao}
        onChange={(event) => setObservacao(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  );
}
