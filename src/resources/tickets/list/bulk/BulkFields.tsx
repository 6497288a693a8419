import { useMemo } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { type BulkAction, BulkData, ticketBulkRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { useRoute } from '#data/useRoute.ts';
import { FieldProblemsContext } from '#ui/components/fieldProblems.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { fieldsOf, HeldForm } from '#ui/editing/BodyField.tsx';

/** The actions share one body, of which each needs its own part. */
const Field = fieldsOf({ body: BulkData, path: ticketBulkRoutes.run.path });

interface BulkFieldsProps {
  choice: BulkChoice;
  data: BulkData;
  onChange: (data: BulkData) => void;
  errors: Record<string, string>;
}

/** The action's input. */
export function BulkFields({ choice, data, onChange, errors }: BulkFieldsProps) {
  const set = (changes: BulkData) => onChange({ ...data, ...changes });
  const shown = (field: keyof BulkData) => choice.fields.includes(field);
  const problem = (field: string) => ({ error: field in errors, helperText: errors[field] });
  const problems = useMemo(() => ({ texts: errors, shown: new Set<string>() }), [errors]);
  return (
    <>
      {shown('operador') && (
        <AttendantField
          value={data.operador}
          onChange={(operador) => set({ operador })}
          {...problem('operador')}
        />
      )}
      <FieldProblemsContext value={problems}>
        <HeldForm value={data} set={set}>
          {shown('setor') && <SectorField />}
          {shown('tipo') && <Field name="tipo" required />}
          {shown('agendadaPara') && <Field name="agendadaPara" />}
          {shown('obs') && <Field name="obs" />}
          {shown('mensagem') && <Field name="mensagem" required />}
          {shown('motivo') && <Field name="motivo" required />}
        </HeldForm>
      </FieldProblemsContext>
    </>
  );
}

interface FieldProps<Value> {
  value: Value;
  onChange: (value: NonNullable<Value> | (null extends Value ? null : never)) => void;
  error: boolean;
  helperText: string | undefined;
}

const NOBODY = 0;

function AttendantField({ value, onChange, ...problem }: FieldProps<number | null | undefined>) {
  const { data = [], isPending } = useRoute(lookupRoutes.attendants, {});
  return (
    <ChoiceField
      required
      fullWidth
      label="Responsável"
      disabled={isPending}
      value={value === undefined ? null : (value ?? NOBODY)}
      onChange={(id) => onChange(id === NOBODY ? null : id)}
      {...problem}
      choices={[
        ...data.map(({ id, nome }) => ({ value: id, label: nome })),
        { value: NOBODY, label: 'Ninguém (tirar o responsável)' },
      ]}
    />
  );
}

function SectorField() {
  const { data = [] } = useRoute(lookupRoutes.sectors, {});
  return <Field name="setor" required choices={data.map(({ id, desc }) => ({ value: id, label: desc }))} />;
}

export interface BulkChoice {
  action: BulkAction;
  permission: Permission;
  /** What will happen to each ticket. */
  effectText: string;
  fields: readonly (keyof BulkData)[];
}

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
    action: 'nota-privada',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'A nota fica no histórico, e só a empresa a lê.',
    fields: ['mensagem'],
  },
  {
    action: 'gerar-coletas',
    permission: 'COLETAS_GERAR',
    effectText: 'Cada responsável recebe uma ordem de coleta com tudo o que vai buscar.',
    fields: ['tipo', 'agendadaPara', 'obs'],
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
