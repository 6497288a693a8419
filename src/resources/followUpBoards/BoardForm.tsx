import AddOutlined from '@mui/icons-material/AddOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import {
  type BoardInput,
  type BoardRecord,
  followUpBoardRoutes,
} from '../../../contract/callcenter/followUpBoards.ts';
import { RecordForm } from '../../ui/editing/RecordForm.tsx';
import {
  boardChecks,
  boardInput,
  boardWritten,
  emptyBoard,
  newStage,
  type WrittenBoard,
} from './boardWritten.ts';
import { StageCard } from './StageCard.tsx';

const MOST_STAGES = 12;

export function BoardForm({ board }: { board?: BoardRecord }) {
  const unread = board?.etapas.filter(({ regra }) => regra === null) ?? [];
  return (
    <RecordForm<WrittenBoard, BoardInput, BoardRecord>
      draft="quadro"
      name="este quadro"
      routes={followUpBoardRoutes}
      record={board}
      empty={emptyBoard()}
      written={boardWritten}
      labels={{ etapas: { label: 'Etapas', show: (stages) => stages.map(({ nome }) => nome).join(', ') } }}
      checks={boardChecks}
      bodyOf={boardInput}
      saveLabel={board ? 'Salvar quadro' : 'Criar quadro'}
      backTo="/quadros"
      removal={{ title: 'Excluir este quadro?', text: 'Ele some para todos. Os clientes ficam como estão.' }}
    >
      {({ value, set, errorOf }) => (
        <>
          {unread.length > 0 && (
            <Alert severity="warning">
              A regra de {unread.map(({ nome }) => `"${nome}"`).join(', ')} não pôde ser lida. Escreva-a de
              novo.
            </Alert>
          )}
          <TextField
            label="Nome"
            required
            value={value.nome}
            onChange={(event) => set('nome', event.target.value)}
            error={Boolean(errorOf('nome'))}
            helperText={errorOf('nome')}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <TextField
            label="Descrição"
            value={value.descricao}
            onChange={(event) => set('descricao', event.target.value)}
            slotProps={{ htmlInput: { maxLength: 240 } }}
          />
          <FormControlLabel
            control={
              <Switch checked={value.ativo} onChange={(event) => set('ativo', event.target.checked)} />
            }
            label="Ativo: aparece em Acompanhamentos Clientes"
          />
          {errorOf('etapas') && <Alert severity="error">{errorOf('etapas')}</Alert>}
          {value.etapas.map((stage, place) => (
            <StageCard
              key={stage.key}
              stage={stage}
              place={place}
              count={value.etapas.length}
              errorOf={errorOf}
              onChange={(next) => set('etapas', value.etapas.with(place, next))}
              onMove={(by) => set('etapas', moved(value.etapas, place, by))}
              onRemove={() => set('etapas', value.etapas.toSpliced(place, 1))}
            />
          ))}
          <Button
            startIcon={<AddOutlined />}
            disabled={value.etapas.length >= MOST_STAGES}
            onClick={() => set('etapas', [...value.etapas, newStage()])}
            sx={{ alignSelf: 'flex-start' }}
          >
            Adicionar etapa
          </Button>
        </>
      )}
    </RecordForm>
  );
}

function moved<T>(items: readonly T[], from: number, by: number): T[] {
  const item = items[from];
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(from + by, 0, item);
}
