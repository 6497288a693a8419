import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import KeyboardArrowUp from '@mui/icons-material/KeyboardArrowUp';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { ticketResult } from '#contract/catalogs/ticketStatus.ts';
import { call } from '#contract/expression/tree.ts';
import type { FlowTransition } from '#contract/rules/flows/flow.ts';
import { isDetour } from '#contract/rules/flows/flow.ts';
import { asExpression, conditionText } from '#contract/rules/flows/flowExpression.ts';
import { ConditionEditor } from '#ui/condition/ConditionEditor.tsx';
import { newComparison } from '#ui/condition/comparisons.ts';
import { PanelField } from '../parts/PanelField.tsx';
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
  const at = (key: keyof FlowTransition) => `${pointer}/${key}`;
  const steps = flow.etapas.map(({ chave, descricao }) => ({ value: chave, label: descricao || chave }));
  const move = (step: -1 | 1) => {
    const { flow: next, index: to } = withTransitionMoved(flow, index, step);
    put(next, `/transicoes/${to}`);
  };
  const canMove = (step: -1 | 1) => withTransitionMoved(flow, index, step).index !== index;
  return (
    <PropertyGroup title={transition.rotulo} kind="Caminho" pointer={pointer}>
      <PanelField at={at('rotulo')} />
      <PanelField at={at('de')} choices={steps} />
      <PanelField at={at('para')} choices={steps} />
      <PanelField
        at={at('tipo')}
        help={
          transition.tipo === 'PADRAO'
            ? 'Vai no botão principal. De vários, vale o primeiro cuja condição vale.'
            : 'Oferecido à parte sempre que a condição vale.'
        }
      />
      <PanelField
        at={at('condicao')}
        value={transition.condicao ? 'condition' : ''}
        choices={WHEN}
        set={(next) =>
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
      <PanelField at={at('exige_motivo')} set={(exige_motivo: boolean) => set({ exige_motivo })} />
      <PanelField at={at('resultado')} value={transition.resultado ?? ''} choices={RESULTS} />
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

const WHEN = [
  { value: '', label: 'Sempre' },
  { value: 'condition', label: 'Quando uma condição vale' },
];
const RESULTS = [{ value: '', label: 'Pelo que se decidiu nas linhas' }, ...ticketResult];
