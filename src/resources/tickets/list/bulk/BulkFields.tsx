import { useMemo } from 'react';
import { REPLY_VARIABLES } from '#contract/config/texts/cannedReplies.ts';
import type { Permission } from '#contract/permissions.ts';
import { attendantLabel } from '#contract/rules/absence.ts';
import { type Distribution, distributions } from '#contract/rules/tickets/distribution.ts';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { pickupSchedule } from '#contract/sac/pickups.ts';
import { macroRoutes } from '#contract/sac/tickets/macros.ts';
import {
  type BulkAction,
  BulkData,
  type TicketSelection,
  ticketBulkRoutes,
} from '#contract/sac/tickets/ticketBulk.ts';
import { ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FieldProblemsContext } from '#ui/components/fieldProblems.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { BodyFields, HeldForm, useBodyField } from '#ui/editing/BodyField.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { HourInput } from '../../moves/HourInput.tsx';
import { WhatItDoes } from '../../moves/MacroDialog.tsx';
import { useMacros } from '../../moves/Macros.tsx';
import { DistributionPreview } from './DistributionPreview.tsx';
import { TypeInput } from './TypeInput.tsx';

/** The actions share one body, of which each needs its own part. */
const route = { body: BulkData, path: ticketBulkRoutes.run.path };

interface BulkFieldsProps {
  choice: BulkChoice;
  selection: TicketSelection;
  data: BulkData;
  onChange: (data: BulkData) => void;
  errors: Record<string, string>;
}

/** The action's input. */
export function BulkFields({ choice, selection, data, onChange, errors }: BulkFieldsProps) {
  const problems = useMemo(() => ({ texts: errors, shown: new Set<string>() }), [errors]);
  const { data: sectors = [] } = useRoute(
    lookupRoutes.sectors,
    {},
    { enabled: choice.fields.includes('setor') },
  );
  const { data: reasons = [] } = useRoute(
    lookupRoutes.finalReasons,
    { query: {} },
    { enabled: choice.fields.includes('idMotivo') },
  );
  return (
    <FieldProblemsContext value={problems}>
      <HeldForm value={data} set={(changes: BulkData) => onChange({ ...data, ...changes })}>
        <BodyFields
          route={route}
          names={choice.fields}
          options={{
            macro: { input: <MacroInput data={data} onChange={onChange} /> },
            operador: { input: <AttendantInput data={data} onChange={onChange} /> },
            confirmar: { hint: 'Também os tickets que já têm operador, que recebe um aviso.' },
            semPessoas: {
              input: <DistributionPreview selection={selection} data={data} onChange={onChange} />,
            },
            setor: { required: true, choices: sectors.map(({ id, desc }) => ({ value: id, label: desc })) },
            prioridade: { required: true },
            voltaDia: { required: true, min: ownToday(), half: true },
            voltaHora: { input: <HourInput route={route} name="voltaHora" />, half: true },
            prazoDia: { required: true, min: ownToday(), half: true },
            prazoHora: { input: <HourInput route={route} name="prazoHora" />, half: true },
            tipo: { required: true },
            mensagem: { required: true, ...(FILLED.has(choice.action) && { hint: VARIABLES }) },
            idTipo: { input: <TypeInput route={route} data={data} onChange={onChange} /> },
            motivo: { required: choice.action === 'reabrir' || choice.action === 'mudar-prazo' },
            idMotivo: {
              required: true,
              choices: reasons.map(({ id, descricao }) => ({ value: id, label: descricao })),
            },
          }}
        />
      </HeldForm>
    </FieldProblemsContext>
  );
}

/** The actions whose text is filled in for each ticket. */
const FILLED: ReadonlySet<BulkAction> = new Set(['responder', 'nota-privada']);
const VARIABLES = `Em cada ticket entram os dados dele: ${REPLY_VARIABLES.map(({ name }) => `{{${name}}}`).join(', ')}.`;

const NOBODY = 0;

/** A person, nobody, or how the person is found for each ticket. */
function AttendantInput({ data: given, onChange }: Pick<BulkFieldsProps, 'data' | 'onChange'>) {
  const { data = [], isPending } = useRoute(lookupRoutes.availableAttendants, { query: {} });
  const { words, value, problem } = useBodyField(route, 'operador');
  const choose = (chosen: number | Distribution | null) => {
    const { operador: _, distribuir: __, ...rest } = given;
    if (chosen === null) onChange(rest);
    else if (typeof chosen === 'string') onChange({ ...rest, distribuir: chosen });
    else onChange({ ...rest, operador: chosen === NOBODY ? null : chosen });
  };
  return (
    <ChoiceField<number | Distribution>
      required
      fullWidth
      label={words.label}
      disabled={isPending}
      value={given.distribuir ?? (value === undefined ? null : Number(value) || NOBODY)}
      onChange={choose}
      error={Boolean(problem)}
      helperText={problem}
      choices={[
        ...distributions.map(({ value, label }) => ({ value, label: `Distribuir: ${label.toLowerCase()}` })),
        ...data.map((person) => ({ value: person.id, label: attendantLabel(person) })),
        { value: NOBODY, label: 'Ninguém (tirar o operador)' },
      ]}
    />
  );
}

/** A macro, and under it what it does. */
function MacroInput({ data: given, onChange }: Pick<BulkFieldsProps, 'data' | 'onChange'>) {
  const { macros, failure } = useMacros();
  const { problem } = useBodyField(route, 'macro');
  const chave = given.macro ?? '';
  const detail = useRoute(macroRoutes.get, { params: { chave } }, { enabled: chave !== '' });
  return (
    <div>
      <ChoiceField<string>
        required
        fullWidth
        label="Macro"
        value={given.macro ?? null}
        onChange={(macro) => onChange(macro ? { macro } : {})}
        error={Boolean(problem ?? failure)}
        helperText={problem ?? failure}
        choices={macros.map((macro) => ({ value: macro.chave, label: macro.titulo }))}
      />
      {chave !== '' && (
        <div style={{ marginTop: 12 }} aria-live="polite">
          <Answered answer={detail} skeleton={<TextSkeleton lines={2} />}>
            {({ data }) => <WhatItDoes macro={data} />}
          </Answered>
        </div>
      )}
    </div>
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
    effectText: 'Quem você escolher, ou quem estiver disponível, passa a ser o operador.',
    fields: ['operador'],
  },
  {
    action: 'encaminhar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'O setor escolhido recebe a sua mensagem, e quem atende hoje deixa de ser o operador.',
    fields: ['setor', 'mensagem'],
  },
  {
    action: 'avancar',
    permission: 'SAC_TICKETS',
    effectText: 'A próxima etapa começa. Onde a etapa atual pede dados, nada muda.',
    fields: [],
  },
  {
    action: 'distribuir',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText:
      'Cada ticket vai, pela ordem do prazo, a quem do setor atende a filial, está presente, tem a habilidade pedida e tem menos em aberto.',
    fields: ['confirmar', 'semPessoas'],
  },
  {
    action: 'responder',
    permission: 'TICKETS_RESPONDER',
    effectText: 'Cada cliente recebe esta mensagem no seu ticket, e ela não se desfaz.',
    fields: ['mensagem', 'aguardaCliente'],
  },
  {
    action: 'finalizar',
    permission: 'TICKETS_FINALIZAR',
    effectText: 'Termina onde a etapa atual permite. Onde ela pede dados, nada muda.',
    fields: ['idMotivo', 'observacao'],
  },
  {
    action: 'priorizar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'Só a empresa vê a prioridade; etapa, prazo e operador ficam como estão.',
    fields: ['prioridade'],
  },
  {
    action: 'mudar-prazo',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText:
      'O prazo passa ao dia e à hora que você escolher, no relógio da filial. Onde ele está parado à espera do cliente, nada muda.',
    fields: ['prazoDia', 'prazoHora', 'motivo'],
  },
  {
    action: 'adiar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText:
      'Sai das filas até o dia e a hora, no relógio da filial, ou até o cliente responder. O prazo continua correndo.',
    fields: ['voltaDia', 'voltaHora'],
  },
  {
    action: 'retomar',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'O que estava adiado volta agora às filas.',
    fields: [],
  },
  {
    action: 'nota-privada',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText: 'A nota fica no histórico, e só a empresa a lê.',
    fields: ['mensagem'],
  },
  {
    action: 'reclassificar',
    permission: 'TICKETS_RECLASSIFICAR',
    effectText:
      'Cada ticket passa ao novo tipo com os dados que já tem. Onde falta o que o tipo pede, ou já há nota ou coleta, nada muda.',
    fields: ['idTipo', 'motivo'],
  },
  {
    action: 'macro',
    permission: 'TICKETS_RESPONDER_INTERNO',
    effectText:
      'Em cada ticket se faz tudo o que a macro diz, ou nada. O que chega ao cliente não se desfaz.',
    fields: ['macro'],
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
    effectText: 'Volta à lista e pode ser alterado de novo.',
    fields: [],
  },
];

export const BUTTONS = 3;
