import { useMemo } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { pickupSchedule } from '#contract/sac/pickups.ts';
import { type BulkAction, BulkData, ticketBulkRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { useRoute } from '#data/useRoute.ts';
import { FieldProblemsContext } from '#ui/components/fieldProblems.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { BodyFields, HeldForm, useBodyField } from '#ui/editing/BodyField.tsx';

/** The actions share one body, of which each needs its own part. */
const route = { body: BulkData, path: ticketBulkRoutes.run.path };

interface BulkFieldsProps {
  choice: BulkChoice;
  data: BulkData;
  onChange: (data: BulkData) => void;
  errors: Record<string, string>;
}

/** The action's input. */
export function BulkFields({ choice, data, onChange, errors }: BulkFieldsProps) {
  const problems = useMemo(() => ({ texts: errors, shown: new Set<string>() }), [errors]);
  const { data: sectors = [] } = useRoute(
    lookupRoutes.sectors,
    {},
    { enabled: choice.fields.includes('setor') },
  );
  return (
    <FieldProblemsContext value={problems}>
      <HeldForm value={data} set={(changes: BulkData) => onChange({ ...data, ...changes })}>
        <BodyFields
          route={route}
          names={choice.fields}
          options={{
            operador: { input: <AttendantInput /> },
            setor: { required: true, choices: sectors.map(({ id, desc }) => ({ value: id, label: desc })) },
            prioridade: { required: true },
            tipo: { required: true },
            mensagem: { required: true },
            motivo: { required: true },
          }}
        />
      </HeldForm>
    </FieldProblemsContext>
  );
}

const NOBODY = 0;

function AttendantInput() {
  const { data = [], isPending } = useRoute(lookupRoutes.attendants, {});
  const { words, value, problem, set } = useBodyField(route, 'operador');
  return (
    <ChoiceField
      required
      fullWidth
      label={words.label}
      disabled={isPending}
      value={value === undefined ? null : Number(value) || NOBODY}
      onChange={(id) => set(id === NOBODY ? null : id)}
      error={Boolean(problem)}
      helperText={problem}
      choices={[
        ...data.map(({ id, nome }) => ({ value: id, label: nome })),
        { value: NOBODY, label: 'Ninguém (tirar o responsável)' },
      ]}
    />
  );
}

export interface BulkChoice {
  action: BulkAction;
  permission: Permission;
  /** What will happen to each ticket. */
  effectText: string;
  fields: readonly (keyof BulkData)[];
}

/** All that a pickup may be given when it is generated. */
const SCHEDULE = Object.keys(pickupSchedule) as (keyof typeof pickupSchedule)[];

/** Ordered by frequency of use; the first three are buttons, the others are in the menu. */
export const bulkChoices: readonly BulkChoice[] = [
  {
    action: 'atribuir',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'Quem você escolher passa a ser o responsável.',
    fields: ['operador'],
  },
  {
    action: 'encaminhar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'O setor escolhido recebe a sua mensagem, e quem atende hoje deixa de ser o responsável.',
    fields: ['setor', 'mensagem'],
  },
  {
    action: 'avancar',
    permission: 'SAC_TICKETS',
    effectText: 'A próxima etapa começa. Onde a etapa atual pede dados, nada muda.',
    fields: [],
  },
  {
    action: 'priorizar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'Só a empresa vê a prioridade; etapa, prazo e responsável ficam como estão.',
    fields: ['prioridade'],
  },
  {
    action: 'nota-privada',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'A nota fica no histórico, e só a empresa a lê.',
    fields: ['mensagem'],
  },
  {
    action: 'gerar-coletas',
    permission: 'COLETAS_GERAR',
    effectText: 'Cada responsável recebe uma ordem de coleta com tudo o que vai buscar.',
    fields: ['tipo', ...SCHEDULE],
  },
  {
    action: 'reabrir',
    permission: 'TICKETS_REABRIR',
    effectText: 'O atendimento volta à última etapa antes do fim, onde o prazo de reabertura ainda vale.',
    fields: ['motivo'],
  },
  {
    action: 'arquivar',
    permission: 'TICKETS_ARQUIVAR',
    effectText:
      'O que está encerrado sai da lista e passa a ser só de leitura. O que está aberto fica como está.',
    fields: [],
  },
  {
    action: 'desarquivar',
    permission: 'TICKETS_ARQUIVAR',
    effectText: 'Volta à lista e pode ser mudado de novo.',
    fields: [],
  },
];

export const BUTTONS = 3;
