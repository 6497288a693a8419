import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { permissionNames } from '#contract/catalogs/permissionNames.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { MODULES } from '#contract/permissions.ts';
import { type FlowStep, stepRequirements } from '#contract/rules/flows/flow.ts';
import { requirementNames } from '#contract/rules/flows/flowWords.ts';
import { ChoiceProperty, NumberProperty, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
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
  const at = (key: keyof FlowStep) => ({ pointer: `${pointer}/${key}`, problems, readOnly });
  const rename = (typed: string) => {
    const key = typed.trim().toUpperCase();
    const taken = flow.etapas.some(({ chave }, at) => at !== index && chave === key);
    setRefused(taken ? `Já há uma etapa com a chave ${key}.` : '');
    put(withStepKey(flow, index, key));
  };
  const addTransition = () => {
    const { flow: next, index: transition } = withNewTransition(flow, step.chave);
    put(next, `/transicoes/${transition}`);
  };
  return (
    <PropertyGroup title={step.descricao || step.chave} kind="Etapa" pointer={pointer}>
      <TextProperty
        {...at('descricao')}
        label="Nome"
        value={step.descricao}
        onChange={(descricao) => put(withStepName(flow, index, descricao, isPublished))}
        maxLength={80}
      />
      <TextProperty
        {...at('chave')}
        label="Chave"
        value={step.chave}
        onChange={rename}
        commitOnBlur
        maxLength={60}
        problems={
          refused ? [{ ponteiro: `${pointer}/chave`, mensagem: refused, gravidade: 'ERRO' }] : problems
        }
        help={
          isPublished
            ? 'Tickets abertos guardam esta chave: se ela mudar, não acham mais a etapa.'
            : 'Segue o nome até a primeira publicação.'
        }
      />
      <TextProperty
        {...at('setor')}
        label="Setor"
        value={step.setor}
        onChange={(setor) => set({ setor: setor.toUpperCase() })}
        suggestions={[...new Set(flow.etapas.map(({ setor }) => setor))]}
        maxLength={60}
        help="Chave do setor que cuida da etapa."
      />
      <ChoiceProperty
        {...at('exigencia')}
        label="Para avançar é preciso"
        value={step.exigencia ?? ''}
        choices={REQUIREMENTS}
        onChange={(next) => set({ exigencia: (next || null) as FlowStep['exigencia'] })}
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
      <ChoiceProperty
        {...at('status_ao_entrar')}
        label="Situação ao entrar"
        value={step.status_ao_entrar}
        choices={STATUSES}
        onChange={(next) => set({ status_ao_entrar: next as FlowStep['status_ao_entrar'] })}
      />
      <NumberProperty
        {...at('prazo_horas_uteis')}
        label="Prazo"
        unit="horas úteis"
        value={step.prazo_horas_uteis}
        onChange={(prazo_horas_uteis) => set({ prazo_horas_uteis })}
        help="Vazio: sem prazo."
      />
      <ChoiceProperty
        {...at('permissao')}
        label="Quem pode tirar o ticket daqui"
        value={step.permissao ?? ''}
        choices={PERMISSIONS}
        onChange={(next) => set({ permissao: next || null })}
      />
      <SwitchProperty
        {...at('permite_retroceder')}
        label="Permite voltar à etapa anterior"
        value={step.permite_retroceder}
        onChange={(permite_retroceder) => set({ permite_retroceder })}
      />
      <SwitchProperty
        {...at('inicial')}
        label="O ticket começa aqui"
        value={step.inicial}
        onChange={(inicial) =>
          put({
            ...flow,
            etapas: flow.etapas.map((each, other) =>
              other === index ? { ...each, inicial } : inicial ? { ...each, inicial: false } : each,
            ),
          })
        }
      />
      <SwitchProperty
        {...at('terminal')}
        label="O ticket termina aqui"
        value={step.terminal}
        onChange={(terminal) => {
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
