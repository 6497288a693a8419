import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ticketResult } from '#contract/catalogs/ticketStatus.ts';
import { call } from '#contract/expression/tree.ts';
import type { FlowTransition } from '#contract/rules/flows/flow.ts';
import { isDetour } from '#contract/rules/flows/flow.ts';
import { asExpression, conditionText } from '#contract/rules/flows/flowExpression.ts';
import { ConditionEditor } from '../condition/ConditionEditor.tsx';
import { newComparison } from '../condition/comparisons.ts';
import { ChoiceProperty, SwitchProperty, TextProperty } from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { FlowPieceProps } from './flowEdits.ts';
import { withoutTransition, withTransitionMoved } from './flowEdits.ts';
import { useFlowFields } from './useFlowFields.ts';

/** A transition's target, its label, and the condition under which it is open. */
export function TransitionProperties({
  flow,
  put,
  problems,
  readOnly,
  index,
}: FlowPieceProps & { index: number }) {
  const transition = flow.transicoes[index] as FlowTransition;
  const { fields, pathOf, typeOf } = useFlowFields();
  const pointer = `/transicoes/${index}`;
  const set = (changes: Partial<FlowTransition>) =>
    put({ ...flow, transicoes: flow.transicoes.with(index, { ...transition, ...changes }) });
  const at = (key: keyof FlowTransition) => ({ pointer: `${pointer}/${key}`, problems, readOnly });
  const steps = flow.etapas.map(({ chave, descricao }) => ({ value: chave, label: descricao || chave }));
  const move = (step: -1 | 1) => {
    const { flow: next, index: to } = withTransitionMoved(flow, index, step);
    put(next, `/transicoes/${to}`);
  };
  const canMove = (step: -1 | 1) => withTransitionMoved(flow, index, step).index !== index;
  const { resultado: _, ...withoutResult } = transition;
  return (
    <PropertyGroup title={transition.rotulo} kind="Caminho" pointer={pointer}>
      <TextProperty
        {...at('rotulo')}
        label="Texto do botão"
        value={transition.rotulo}
        onChange={(rotulo) => set({ rotulo })}
        maxLength={60}
        help="Um verbo: 'Solicitar coleta'."
      />
      <ChoiceProperty
        {...at('de')}
        label="De"
        value={transition.de}
        choices={steps}
        onChange={(de) => set({ de })}
      />
      <ChoiceProperty
        {...at('para')}
        label="Para"
        value={transition.para}
        choices={steps}
        onChange={(para) => set({ para })}
      />
      <ChoiceProperty
        {...at('tipo')}
        label="Tipo"
        value={transition.tipo}
        choices={TYPES}
        onChange={(tipo) => set({ tipo: tipo as FlowTransition['tipo'] })}
        help={
          transition.tipo === 'PADRAO'
            ? 'Vai no botão principal. De vários, vale o primeiro cuja condição vale.'
            : 'Oferecido à parte sempre que a condição vale.'
        }
      />
      <ChoiceProperty
        pointer={`${pointer}/condicao`}
        problems={problems}
        readOnly={readOnly}
        label="Quando está aberto"
        value={transition.condicao ? 'condition' : ''}
        choices={WHEN}
        onChange={(next) =>
          set({
            condicao: next
              ? { expressao: call('todas', newComparison('valor', { tipo: 'DINHEIRO' })) }
              : null,
          })
        }
        help={transition.condicao ? conditionText(transition.condicao, typeOf) : undefined}
      />
      {transition.condicao && (
        <ConditionEditor
          // What was written before there were expressions is one as soon as it is changed.
          key={index}
          pointer={`${pointer}/condicao/expressao`}
          value={asExpression(transition.condicao)}
          onChange={(expressao) => set({ condicao: { expressao } })}
          fields={fields}
          pathOf={pathOf}
          problems={problems}
          readOnly={readOnly}
        />
      )}
      {isDetour(flow, transition) && (
        <Alert severity="info">Vai e volta: sai sem os dados da etapa, como um pedido de complemento.</Alert>
      )}
      <SwitchProperty
        {...at('exige_motivo')}
        label="Exige que se escreva o motivo"
        value={transition.exige_motivo}
        onChange={(exige_motivo) => set({ exige_motivo })}
      />
      <ChoiceProperty
        {...at('resultado')}
        label="Resultado do ticket"
        value={transition.resultado ?? ''}
        choices={RESULTS}
        onChange={(next) =>
          next
            ? set({ resultado: next as NonNullable<FlowTransition['resultado']> })
            : put({ ...flow, transicoes: flow.transicoes.with(index, withoutResult) })
        }
        help="Com que resultado ele termina por este caminho."
      />
      {!readOnly && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button
            variant="outlined"
            startIcon={<KeyboardArrowUp />}
            disabled={!canMove(-1)}
            onClick={() => move(-1)}
          >
            Antes
          </Button>
          <Button
            variant="outlined"
            startIcon={<KeyboardArrowDown />}
            disabled={!canMove(1)}
            onClick={() => move(1)}
          >
            Depois
          </Button>
          <Button
            color="error"
            onClick={() =>
              put(
                withoutTransition(flow, index),
                `/etapas/${flow.etapas.findIndex(({ chave }) => chave === transition.de)}`,
              )
            }
          >
            Retirar caminho
          </Button>
        </div>
      )}
    </PropertyGroup>
  );
}

const TYPES = [
  { value: 'PADRAO', label: 'Padrão' },
  { value: 'CONDICIONAL', label: 'Condicional' },
];
const WHEN = [
  { value: '', label: 'Sempre' },
  { value: 'condition', label: 'Quando uma condição vale' },
];
const RESULTS = [{ value: '', label: 'Pelo que se decidiu nas linhas' }, ...ticketResult];
