import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { MODULES } from '#contract/permissions.ts';
import { type FlowStep, stepRequirements } from '#contract/rules/flows/flow.ts';
import { requirementNames } from '#contract/rules/flows/flowWords.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { AskedFields } from './AskedFields.tsx';
import { RemoveStepDialog } from './FlowPreview.tsx';
import type { FlowPieceProps } from './flowEdits.ts';
import { withNewTransition, withoutStep, withStepKey, withStepName } from './flowEdits.ts';

/** A step's name, the department that works on it, and its requirements. */
export function StepProperties({
  flow,
  put,
  problems,
  readOnly,
  index,
  isPublished,
}: FlowPieceProps & { index: number; isPublished: boolean }) {
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState('');
  const step = flow.etapas[index] as FlowStep;
  const pointer = `/etapas/${index}`;
  const set = (changes: Partial<FlowStep>) =>
    put({ ...flow, etapas: flow.etapas.with(index, { ...step, ...changes }) });
  const at = (key: keyof FlowStep) => `${pointer}/${key}`;
  const rename = (typed: string) => {
    const key = typed.trim().toUpperCase();
    const isTaken = flow.etapas.some(({ chave }, at) => at !== index && chave === key);
    setRefused(isTaken ? `Já há uma etapa com a chave ${key}.` : '');
    put(withStepKey(flow, index, key));
  };
  const addTransition = () => {
    const { flow: next, index: transition } = withNewTransition(flow, step.chave);
    put(next, `/transicoes/${transition}`);
  };
  return (
    <PropertyGroup title={step.descricao || step.chave} kind="Etapa" pointer={pointer}>
      <PanelField
        at={at('descricao')}
        value={step.descricao}
        set={(descricao) => put(withStepName(flow, index, descricao, isPublished))}
      />
      <PanelField
        at={at('chave')}
        value={step.chave}
        set={rename}
        commitOnBlur
        refused={refused}
        help={
          isPublished
            ? 'Tickets abertos guardam esta chave: se ela mudar, não acham mais a etapa.'
            : 'Segue o nome até a primeira publicação.'
        }
      />
      <PanelField
        at={at('setor')}
        set={(setor: string) => set({ setor: setor.toUpperCase() })}
        suggestions={[...new Set(flow.etapas.map(({ setor }) => setor))]}
      />
      <PanelField
        at={at('exigencia')}
        value={step.exigencia ?? ''}
        choices={REQUIREMENTS}
        set={(next) => set({ exigencia: (next || null) as FlowStep['exigencia'] })}
      />
      {!step.terminal && (
        <AskedFields
          campos={step.campos ?? NO_FIELDS}
          pointer={`${pointer}/campos`}
          problems={problems}
          readOnly={readOnly}
          onChange={(campos) => {
            const { campos: _, ...others } = step;
            put({ ...flow, etapas: flow.etapas.with(index, { ...others, ...(campos && { campos }) }) });
          }}
        />
      )}
      <PanelField at={at('status_ao_entrar')} choices={STATUSES} />
      <PanelField at={at('prazo_horas_uteis')} />
      <PanelField
        at={at('permissao')}
        value={step.permissao ?? ''}
        choices={PERMISSIONS}
        set={(next) => set({ permissao: next || null })}
      />
      <PanelField
        at={at('permite_retroceder')}
        set={(permite_retroceder: boolean) => set({ permite_retroceder })}
      />
      <PanelField
        at={at('inicial')}
        value={step.inicial}
        set={(inicial) =>
          put({
            ...flow,
            etapas: flow.etapas.map((each, other) =>
              other === index ? { ...each, inicial } : inicial ? { ...each, inicial: false } : each,
            ),
          })
        }
      />
      <PanelField
        at={at('terminal')}
        value={step.terminal}
        set={(terminal) => {
          const { campos: _, ...others } = step;
          const next: FlowStep = terminal
            ? { ...others, terminal, status_ao_entrar: 'FINALIZADO', exigencia: null }
            : { ...step, terminal, status_ao_entrar: 'EM_ATENDIMENTO' };
          put({ ...flow, etapas: flow.etapas.with(index, next) });
        }}
      />
      {!readOnly && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button
            variant="outlined"
            startIcon={<AddOutlined />}
            onClick={addTransition}
            disabled={step.terminal}
          >
            Adicionar caminho
          </Button>
          <Button color="error" onClick={() => setAsking(true)}>
            Retirar etapa
          </Button>
        </div>
      )}
      <RemoveStepDialog
        flow={flow}
        index={asking ? index : null}
        onConfirm={() => {
          setAsking(false);
          put(withoutStep(flow, index), '');
        }}
        onCancel={() => setAsking(false)}
      />
    </PropertyGroup>
  );
}

const NO_FIELDS: NonNullable<FlowStep['campos']> = [];

const REQUIREMENTS = [
  { value: '', label: 'Só confirmar' },
  ...stepRequirements.map((value) => ({ value, label: requirementNames[value] })),
];
const STATUSES = ticketStatus.filter(({ value }) => value !== 'CANCELADO');
const PERMISSIONS = [
  { value: '', label: 'Quem responde pela empresa' },
  ...MODULES.SAC_TICKETS.map((value) => ({ value, label: permissionNames[value] })),
];
