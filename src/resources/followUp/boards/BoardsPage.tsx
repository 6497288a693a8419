import AddOutlined from '@mui/icons-material/AddOutlined';
import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useParams } from 'react-router-dom';
import {
  type BoardInput,
  type BoardRecord,
  followUpBoardRoutes,
  STAGE_COLORS,
} from '#contract/callcenter/agendas/followUpBoards.ts';
import { stageRuleText } from '#contract/rules/customers/stageRule.ts';
import { draftName } from '#contract/rules/drafts.ts';
import { useRoute } from '#data/useRoute.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { fieldsOf } from '#ui/editing/BodyField.tsx';
import { RecordForm } from '#ui/editing/RecordForm.tsx';
import { LoadedPage, UnknownPath, useRecordId } from '#ui/shell/LoadedPage.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import {
  BoardList,
  boardChecks,
  boardInput,
  boardWritten,
  emptyBoard,
  newStage,
  RuleFields,
  type WrittenBoard,
  type WrittenStage,
} from './BoardParts.tsx';

/** `/quadros`, `/quadros/create` and `/quadros/{id}`: customer boards and their stages. */
export function BoardsPage() {
  return (
    <RequirePermission permission="ACOMPANHAMENTO_CLIENTE_EDITAR">
      <Screen />
    </RequirePermission>
  );
}

function Screen() {
  const { id: named } = useParams();
  const id = useRecordId();
  if (!named) return <BoardList />;
  if (named === 'create')
    return (
      <Page title="Criar quadro" width="form">
        <BoardForm />
      </Page>
    );
  return id === null ? <UnknownPath /> : <Edit id={id} />;
}

function Edit({ id }: { id: number }) {
  const answer = useRoute(followUpBoardRoutes.get, { params: { id } });
  return (
    <LoadedPage answer={answer} title="Quadro">
      {(board) => (
        <Page title={`Quadro ${board.nome}`} width="form">
          <BoardForm key={board.id} board={board} />
        </Page>
      )}
    </LoadedPage>
  );
}

const MAX_STAGES = 12;

const Field = fieldsOf(followUpBoardRoutes.create);

function BoardForm({ board }: { board?: BoardRecord }) {
  const unread = board?.etapas.filter(({ regra }) => regra === null) ?? [];
  return (
    <RecordForm<WrittenBoard, BoardInput, BoardRecord>
      draft={draftName('board', board?.id)}
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
          <Field name="nome" />
          <Field name="descricao" lines={1} />
          <Field name="ativo" hint="Aparece no acompanhamento de clientes." />
          {errorOf('etapas') && <Alert severity="error">{errorOf('etapas')}</Alert>}
          <Stages stages={value.etapas} errorOf={errorOf} onChange={(stages) => set('etapas', stages)} />
          <Button
            startIcon={<AddOutlined />}
            disabled={value.etapas.length >= MAX_STAGES}
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

interface StagesProps {
  stages: readonly WrittenStage[];
  errorOf: (key: string) => string | undefined;
  onChange: (stages: WrittenStage[]) => void;
}

/** The columns of the board, of which a key renders only the one it is typed in. */
function Stages({ stages, errorOf, onChange }: StagesProps) {
  const change = useStableCallback((place: number, stage: WrittenStage) =>
    onChange(stages.with(place, stage)),
  );
  const move = useStableCallback((place: number, by: -1 | 1) => onChange(moved(stages, place, by)));
  const remove = useStableCallback((place: number) => onChange(stages.toSpliced(place, 1)));
  return stages.map((stage, place) => (
    <StageCard
      key={stage.key}
      stage={stage}
      place={place}
      count={stages.length}
      nameProblem={errorOf(`etapas.${place}.nome`)}
      colorProblem={errorOf(`etapas.${place}.cor`)}
      ruleProblem={errorOf(`etapas.${place}.regra`)}
      onChange={change}
      onMove={move}
      onRemove={remove}
    />
  ));
}

interface StageCardProps {
  stage: WrittenStage;
  place: number;
  count: number;
  nameProblem: string | undefined;
  colorProblem: string | undefined;
  ruleProblem: string | undefined;
  onChange: (place: number, stage: WrittenStage) => void;
  onMove: (place: number, by: -1 | 1) => void;
  onRemove: (place: number) => void;
}

/** A column of the board: its name, its colour, and the rule for its customers. */
const StageCard = memo((props: StageCardProps) => {
  const { stage, place, count, nameProblem, colorProblem, ruleProblem, onMove, onRemove } = props;
  const name = stage.nome || `Etapa ${place + 1}`;
  const change = (part: Partial<WrittenStage>) => props.onChange(place, { ...stage, ...part });
  return (
    <Section
      title={`${place + 1}. ${name}`}
      description={place === 0 ? 'O cliente fica na primeira etapa em que se encaixa.' : undefined}
      actions={
        <Box sx={{ display: 'flex' }}>
          <Act label={`Mover ${name} para antes`} disabled={place === 0} onClick={() => onMove(place, -1)}>
            <ArrowUpwardOutlined fontSize="small" />
          </Act>
          <Act
            label={`Mover ${name} para depois`}
            disabled={place === count - 1}
            onClick={() => onMove(place, 1)}
          >
            <ArrowDownwardOutlined fontSize="small" />
          </Act>
          <Act label={`Remover ${name}`} disabled={count === 1} onClick={() => onRemove(place)}>
            <DeleteOutlined fontSize="small" />
          </Act>
        </Box>
      }
    >
      <Stack spacing={3}>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '2fr 1fr' } }}>
          <TextField
            label="Nome da etapa"
            required
            value={stage.nome}
            onChange={(event) => change({ nome: event.target.value })}
            error={Boolean(nameProblem)}
            helperText={nameProblem}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <ChoiceField
            label="Cor"
            value={stage.cor}
            onChange={(cor) => change({ cor })}
            error={Boolean(colorProblem)}
            helperText={colorProblem}
            choices={STAGE_COLORS.map((color) => ({
              value: color,
              label: COLOR_NAMES[color],
              shown: <Tag tone={color}>{COLOR_NAMES[color]}</Tag>,
            }))}
          />
        </Box>
        <RuleFields rule={stage.regra} onChange={(regra) => change({ regra })} />
        <Typography variant="body2" color={ruleProblem ? 'error' : 'text.secondary'} aria-live="polite">
          {ruleProblem ?? `Entram: ${stageRuleText(stage.regra)}.`}
        </Typography>
      </Stack>
    </Section>
  );
});

interface ActProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

const Act = ({ label, disabled, onClick, children }: ActProps) => (
  <Hint text={label}>
    <span>
      <IconButton aria-label={label} size="small" disabled={disabled} onClick={onClick}>
        {children}
      </IconButton>
    </span>
  </Hint>
);

const COLOR_NAMES: Record<(typeof STAGE_COLORS)[number], string> = {
  informacao: 'Azul',
  sucesso: 'Verde',
  aviso: 'Amarelo',
  perigo: 'Vermelho',
  secundaria: 'Cinza',
};
