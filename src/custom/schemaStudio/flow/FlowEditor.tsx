import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { conditionText } from '#contract/rules/flows/flowExpression.ts';
import { toneColors } from '#ui/theme/theme.tsx';
import { countOf } from '../definitionWords.ts';
import type { Content, EditorProps } from '../editorProps.ts';
import { indexIn, isWithin, moved } from '../jsonPointer.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PartRows, PartsList } from '../parts/PartsList.tsx';
import { PartsLayout, PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { FlowPieceProps } from './flowEdits.ts';
import { withNewStep } from './flowEdits.ts';
import { StepProperties } from './StepProperties.tsx';
import { TransitionProperties } from './TransitionProperties.tsx';

/** A flow's steps with their transitions, and the properties of the selected one. */
export function FlowEditor({
  value,
  onChange,
  problems,
  readOnly = false,
  published,
  place,
  onPlace,
}: EditorProps) {
  const flow = contentOf('flows', value);
  const put = (next: Flow, pointer?: string) => {
    onChange(next as unknown as Content);
    if (pointer !== undefined) onPlace?.(pointer);
  };
  const step = indexIn('/etapas', place?.pointer);
  const transition = indexIn('/transicoes', place?.pointer);
  const shared = { flow, put, problems, readOnly };
  const chosenStep = step !== null && flow.etapas[step] ? step : null;
  const chosenTransition = transition !== null && flow.transicoes[transition] ? transition : null;
  const add = () => {
    const { flow: next, index } = withNewStep(flow, { step: chosenStep, transition: chosenTransition });
    put(next, `/etapas/${index}`);
  };
  const isFlow = chosenStep === null && chosenTransition === null;
  const publishedKeys = ((published && contentOf('flows', published).etapas) ?? []).map(({ chave }) => chave);
  return (
    <PartsLayout
      parts={
        <>
          <Button
            size="small"
            onClick={() => onPlace?.('/descricao')}
            aria-current={isFlow || undefined}
            sx={{ mb: 1, maxWidth: '100%', whiteSpace: 'normal', textAlign: 'left' }}
          >
            {flow.descricao || 'Nome do fluxo'}
          </Button>
          <FlowParts
            {...shared}
            chosenStep={chosenStep}
            chosenTransition={chosenTransition}
            onPlace={(pointer) => onPlace?.(pointer)}
          />
          {!readOnly && (
            <Button size="small" startIcon={<AddOutlined />} onClick={add} sx={{ mt: 2 }}>
              Adicionar etapa
            </Button>
          )}
        </>
      }
      properties={
        chosenStep !== null ? (
          <StepProperties
            key={`step ${chosenStep}`}
            {...shared}
            index={chosenStep}
            isPublished={publishedKeys.includes(flow.etapas[chosenStep]?.chave ?? '')}
          />
        ) : chosenTransition !== null ? (
          <TransitionProperties key={`transition ${chosenTransition}`} {...shared} index={chosenTransition} />
        ) : (
          <PropertyGroup kind="Fluxo" title={flow.descricao || flow.chave} pointer="">
            <PanelField at="/descricao" help={`Chave: ${flow.chave}`} />
            <p style={{ margin: 0, fontSize: 13 }}>
              {countOf(flow.etapas.length, 'etapa', 'etapas')} e{' '}
              {countOf(flow.transicoes.length, 'caminho', 'caminhos')}. Toque em uma etapa ou em um caminho do
              desenho para mudá-los aqui.
            </p>
          </PropertyGroup>
        )
      }
    />
  );
}

interface FlowPartsProps extends FlowPieceProps {
  chosenStep: number | null;
  chosenTransition: number | null;
  onPlace: (pointer: string) => void;
}

/** The steps in the order of the ticket's map, each with its outgoing transitions. */
function FlowParts({ flow, put, problems, readOnly, chosenStep, chosenTransition, onPlace }: FlowPartsProps) {
  const wrong = (pointer: string) =>
    problems.filter(({ ponteiro, gravidade }) => gravidade === 'ERRO' && isWithin(ponteiro, pointer)).length;
  return (
    <PartsList
      label="Etapas"
      selected={chosenStep}
      onSelect={(index) => onPlace(`/etapas/${index}`)}
      onMove={
        readOnly
          ? undefined
          : (from, to) => put({ ...flow, etapas: moved(flow.etapas, from, to) }, `/etapas/${to}`)
      }
      parts={flow.etapas.map((step, index) => ({
        id: step.chave,
        label: step.descricao || step.chave,
        second: step.inicial ? 'Inicial' : step.terminal ? 'Final' : undefined,
        mark: <StatusDot status={step.status_ao_entrar} />,
        problems: wrong(`/etapas/${index}`),
        children: (
          <Transitions
            flow={flow}
            from={step.chave}
            chosen={chosenTransition}
            onPlace={onPlace}
            wrong={wrong}
          />
        ),
      }))}
    />
  );
}

interface TransitionsProps {
  flow: Flow;
  from: string;
  chosen: number | null;
  onPlace: (pointer: string) => void;
  wrong: (pointer: string) => number;
}

function Transitions({ flow, from, chosen, onPlace, wrong }: TransitionsProps) {
  const transitions = flow.transicoes
    .map((transition, index) => ({ transition, index }))
    .filter(({ transition }) => transition.de === from);
  if (transitions.length === 0) return null;
  const nameOf = (key: string) => flow.etapas.find(({ chave }) => chave === key)?.descricao ?? key;
  return (
    <PartRows as="ol" aria-label={`Caminhos de ${nameOf(from)}`}>
      {transitions.map(({ transition, index }) => (
        <li key={index}>
          <div className="row" data-chosen={chosen === index || undefined}>
            <button
              type="button"
              className="choose"
              aria-current={chosen === index || undefined}
              onClick={() => onPlace(`/transicoes/${index}`)}
              title={conditionText(transition.condicao)}
            >
              <span aria-hidden>{transition.tipo === 'PADRAO' ? '→' : '⇢'}</span>
              <span className="names">
                {transition.rotulo}
                <small>
                  {nameOf(transition.para)}
                  {transition.condicao && ' · com condição'}
                </small>
              </span>
              {wrong(`/transicoes/${index}`) > 0 && <span className="wrong">⚠</span>}
            </button>
          </div>
        </li>
      ))}
    </PartRows>
  );
}

/** The colour of a status, with its name as a tooltip; shown only beside a name, never alone. */
function StatusDot({ status }: { status: string }) {
  const row = rowOf(ticketStatus, status);
  return <Dot tone={row.color} title={row.label} />;
}

const Dot = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => ({
    flex: 'none',
    width: 8,
    height: 8,
    borderRadius: 4,
    backgroundColor: toneColors(theme, tone).text,
  }),
);
