import AddOutlined from '@mui/icons-material/AddOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { automationRoutes } from '#contract/callcenter/agendas/automations.ts';
import {
  type BoardInput,
  BoardRecord,
  followUpBoardRoutes,
  type StageInput,
} from '#contract/callcenter/agendas/followUpBoards.ts';
import type { FieldChecks } from '#contract/rules/draftReading.ts';
import { formatCount } from '#contract/rules/format.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { useRoute } from '#data/useRoute.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Tag } from '#ui/components/display/Chips.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { IntegerField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

/** All boards, including those that are not shown to anyone. */
export function BoardList() {
  const { data, error, isPending, refetch } = useRoute(followUpBoardRoutes.list, { query: {} });
  return (
    <Page
      title={{ menu: 'Quadros', inFull: 'Quadros de acompanhamento' }}
      count={data && formatCount(data.length, 'quadro', 'quadros')}
      actions={
        <Button component={Link} to="/quadros/create" variant="contained" startIcon={<AddOutlined />}>
          Criar quadro
        </Button>
      }
    >
      <DataTable
        label="Quadros"
        columns={COLUMNS}
        rows={data ?? NONE}
        rowId={({ id }) => id}
        rowLink={({ id }) => `/quadros/${id}`}
        loading={isPending}
        answer={{ data, error, refetch }}
        empty={
          <EmptyState
            title="Nenhum quadro"
            text="Um quadro mostra em que etapa da relação de compra está cada cliente."
          />
        }
      />
    </Page>
  );
}

const NONE: BoardRecord[] = [];
const COLUMNS: readonly Column<BoardRecord>[] = [
  fieldColumn(BoardRecord, 'nome', { minWidth: 220, card: 'title', second: ({ descricao }) => descricao }),
  {
    id: 'ativo',
    label: 'Situação',
    width: 120,
    card: 'corner',
    render: ({ ativo }) => <Tag tone={ativo ? 'sucesso' : 'secundaria'}>{ativo ? 'Ativo' : 'Parado'}</Tag>,
  },
  fieldColumn(BoardRecord, 'etapas', { minWidth: 260, card: 'fact' }),
];

type Rule = StageInput['regra'];

interface RuleFieldsProps {
  rule: Rule;
  onChange: (rule: Rule) => void;
}

/** The stage's rule: all filled-in conditions must hold, and an empty rule accepts every remaining customer. */
export function RuleFields({ rule, onChange }: RuleFieldsProps) {
  const { can } = useCan();
  const tags = useRoute(automationRoutes.tags, {}, { enabled: can('AUTOMACAO') }).data ?? [];
  const put = <K extends keyof Rule>(key: K, value: Rule[K] | undefined) => {
    const { [key]: _, ...rest } = rule;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  const span = (end: 'de' | 'ate', days: number | undefined) => {
    const { [end]: _, ...rest } = rule.diasSemCompra ?? {};
    const next = days === undefined ? rest : { ...rest, [end]: days };
    put('diasSemCompra', Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { sm: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
      {FLAGS.map(([key, label]) => (
        <FlagField key={key} label={label} value={rule[key]} onChange={(value) => put(key, value)} />
      ))}
      <DaysField
        label="Sem comprar de (dias)"
        value={rule.diasSemCompra?.de}
        onChange={(days) => span('de', days)}
      />
      <DaysField
        label="Sem comprar até (dias)"
        value={rule.diasSemCompra?.ate}
        onChange={(days) => span('ate', days)}
      />
      <DaysField
        label="Sem contato há (dias)"
        value={rule.diasSemContato}
        onChange={(days) => put('diasSemContato', days)}
      />
      <WordsField
        label="Classes de venda"
        value={rule.classes}
        options={namesOf(tags, 'CLASSE')}
        onChange={(words) => put('classes', words)}
      />
      <WordsField
        label="Categorias"
        value={rule.categorias}
        options={namesOf(tags, 'CATEGORIA')}
        onChange={(words) => put('categorias', words)}
      />
    </Box>
  );
}

const FLAGS = [
  ['prospect', 'Prospect'],
  ['comprou', 'Já comprou'],
  ['bloqueado', 'Bloqueado'],
  ['naoContatar', 'Não contatar'],
  ['orcamentosAbertos', 'Orçamento aberto'],
  ['pedidosEmAndamento', 'Pedido em andamento'],
  ['titulosVencidos', 'Títulos vencidos'],
  ['agendaAberta', 'Agenda aberta'],
] as const;

interface FieldProps<T> {
  label: string;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

const FlagField = ({ label, value, onChange }: FieldProps<boolean>) => (
  <ChoiceField
    size="small"
    label={label}
    value={value === undefined ? null : String(value)}
    onChange={(answer) => onChange(answer === null ? undefined : answer === 'true')}
    choices={[
      { value: 'true', label: 'Sim' },
      { value: 'false', label: 'Não' },
    ]}
    none="Tanto faz"
  />
);

const DaysField = ({ label, value, onChange }: FieldProps<number>) => (
  <IntegerField
    size="small"
    label={label}
    value={value ?? null}
    onChange={(days) => onChange(days ?? undefined)}
    max={9999}
  />
);

/** Suggests the values that customers have, and accepts any other. */
const WordsField = ({ label, value, options, onChange }: FieldProps<string[]> & { options: string[] }) => (
  <Autocomplete
    multiple
    freeSolo
    size="small"
    options={options}
    value={value ?? []}
    onChange={(_, words) => {
      const written = [...new Set(words.map((word) => word.trim().slice(0, 60)).filter(Boolean))];
      onChange(written.length > 0 ? written : undefined);
    }}
    renderInput={(params) => <TextField {...params} label={label} />}
    sx={{ gridColumn: { md: 'span 2' } }}
  />
);

const namesOf = (tags: readonly { id: string }[], group: string): string[] =>
  tags.flatMap(({ id }) => (id.startsWith(`${group}:`) ? [id.slice(group.length + 1)] : []));

/** The form's state: the key identifies stages while they are moved, including new ones. */
export interface WrittenBoard {
  nome: string;
  descricao: string;
  ativo: boolean;
  etapas: WrittenStage[];
}

export type WrittenStage = StageInput & { key: string };

export const newStage = (): WrittenStage => ({
  key: crypto.randomUUID(),
  nome: '',
  cor: 'informacao',
  regra: {},
});

export const emptyBoard = (): WrittenBoard => ({
  nome: '',
  descricao: '',
  ativo: true,
  etapas: [newStage()],
});

/** A rule that could not be read starts empty. */
export const boardWritten = ({ nome, descricao, ativo, etapas }: BoardRecord): WrittenBoard => ({
  nome,
  descricao,
  ativo,
  etapas: etapas.map(({ id, nome: name, cor, regra }) => ({
    key: String(id),
    id,
    nome: name,
    cor,
    regra: regra ?? {},
  })),
});

export const boardInput = ({ etapas, ...rest }: WrittenBoard): BoardInput => ({
  ...rest,
  etapas: etapas.map(({ key: _, ...stage }) => stage),
});

export const boardChecks: FieldChecks<WrittenBoard> = {
  etapas: (value) =>
    Array.isArray(value) &&
    value.every((stage) => isRecord(stage) && typeof stage.key === 'string' && isRecord(stage.regra)),
};
