import type { Flow } from '../../../../contract/rules/flow.ts';
import { conditionText } from '../../../../contract/rules/flowConditionText.ts';
import { isWithin, moved } from '../jsonPointer.ts';
import { PartRows } from '../parts/PartRows.ts';
import { PartsList } from '../parts/PartsList.tsx';
import type { FlowPieceProps } from './flowPiece.ts';
import { StatusDot } from './StatusDot.tsx';

interface FlowPartsProps extends FlowPieceProps {
  chosenStep: number | null;
  chosenWay: number | null;
  onPlace: (pointer: string) => void;
}

/** The steps in the order of the ticket's map, each with the ways out of it. */
export function FlowParts({ flow, put, problems, readOnly, chosenStep, chosenWay, onPlace }: FlowPartsProps) {
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
        children: <Ways flow={flow} from={step.chave} chosen={chosenWay} onPlace={onPlace} wrong={wrong} />,
      }))}
    />
  );
}

interface WaysProps {
  flow: Flow;
  from: string;
  chosen: number | null;
  onPlace: (pointer: string) => void;
  wrong: (pointer: string) => number;
}

function Ways({ flow, from, chosen, onPlace, wrong }: WaysProps) {
  const ways = flow.transicoes.map((way, index) => ({ way, index })).filter(({ way }) => way.de === from);
  if (ways.length === 0) return null;
  const nameOf = (key: string) => flow.etapas.find(({ chave }) => chave === key)?.descricao ?? key;
  return (
    <PartRows as="ol" aria-label={`Caminhos de ${nameOf(from)}`}>
      {ways.map(({ way, index }) => (
        <li key={index}>
          <div className="row" data-chosen={chosen === index || undefined}>
            <button
              type="button"
              className="choose"
              aria-current={chosen === index || undefined}
              onClick={() => onPlace(`/transicoes/${index}`)}
              title={conditionText(way.condicao)}
            >
              <span aria-hidden>{way.tipo === 'PADRAO' ? '→' : '⇢'}</span>
              <span className="names">
                {way.rotulo}
                <small>
                  {nameOf(way.para)}
                  {way.condicao && ' · com condição'}
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
