import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { sentenceOf } from '#contract/expression/sentence.ts';
import type { Expression } from '#contract/expression/tree.ts';
import type { Flow, OpenStep } from '#contract/rules/flows/flow.ts';
import { type FlowFacts, flowFact } from '#contract/rules/flows/flowCondition.ts';
import { judgedParts } from '#contract/rules/flows/flowExpression.ts';
import { ChoiceProperty, NumberProperty, TextProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { useFlowFields } from './useFlowFields.ts';

/** What is supposed of the sample ticket: its facts, and whether each condition over its fields holds. */
export interface Sample {
  facts: FlowFacts;
  /** By the JSON of the condition; what is missing is not known. */
  answers: Readonly<Record<string, boolean>>;
}

interface FlowWalkProps {
  flow: Flow;
  at: string;
  trail: readonly string[];
  open: readonly OpenStep[];
  sample: Sample;
  onSample: (sample: Sample) => void;
  onGo: (key: string) => void;
  onBack: () => void;
  onRestart: () => void;
}

/** A sample ticket: its facts, its current step, and the transitions open to it. */
export function FlowWalk(props: FlowWalkProps) {
  const { flow, at, trail, open, sample, onSample, onGo, onBack, onRestart } = props;
  const parts = judgedParts(flow);
  const step = flow.etapas.find(({ chave }) => chave === at);
  const nameOf = (key: string) => flow.etapas.find(({ chave }) => chave === key)?.descricao ?? key;
  return (
    <Walk aria-label="Percorrer com um ticket de exemplo">
      <h3>Percorrer com um ticket de exemplo</h3>
      <details>
        <summary>O que se sabe do ticket</summary>
        <Facts facts={sample.facts} onFacts={(facts) => onSample({ ...sample, facts })} />
        {parts.length > 0 && <Answers parts={parts} sample={sample} onSample={onSample} />}
      </details>
      <p className="trail" aria-live="polite">
        {trail.map(nameOf).join(' › ')}
        {step && <span> · {rowOf(ticketStatus, step.status_ao_entrar).label}</span>}
      </p>
      <div className="open">
        {open.map(({ transition, step: target }) => (
          <Button
            key={`${transition.para} ${transition.rotulo}`}
            variant={transition.tipo === 'PADRAO' ? 'contained' : 'outlined'}
            onClick={() => onGo(target.chave)}
          >
            {transition.rotulo}
          </Button>
        ))}
        {open.length === 0 && (
          <span>
            {step?.terminal
              ? 'O ticket terminou.'
              : 'Nenhum caminho está aberto com o que se sabe: mude os fatos acima.'}
          </span>
        )}
        <Button disabled={trail.length < 2} onClick={onBack}>
          Voltar um passo
        </Button>
        <Button disabled={trail.length < 2} onClick={onRestart}>
          Recomeçar
        </Button>
      </div>
    </Walk>
  );
}

interface FactsProps {
  facts: FlowFacts;
  onFacts: (facts: FlowFacts) => void;
}

function Facts({ facts, onFacts }: FactsProps) {
  const set = (fact: string, value: boolean | number | string | undefined) => {
    const { [fact as keyof FlowFacts]: _, ...rest } = facts;
    onFacts(value === undefined ? rest : { ...rest, [fact]: value });
  };
  return (
    <div className="facts">
      {flowFact.map(({ value: fact, label, kind }) => {
        const value = facts[fact];
        const shared = { label, pointer: `fato:${fact}`, problems: [] };
        if (kind === 'SIM_NAO')
          return (
            <ChoiceProperty
              key={fact}
              {...shared}
              value={value === undefined ? '' : String(value)}
              choices={ANSWERS}
              onChange={(next) => set(fact, next === '' ? undefined : next === 'true')}
            />
          );
        if (kind === 'NUMERO')
          return (
            <NumberProperty
              key={fact}
              {...shared}
              value={typeof value === 'number' ? value : null}
              onChange={(next) => set(fact, next ?? undefined)}
            />
          );
        return (
          <TextProperty
            key={fact}
            {...shared}
            value={String(value ?? '')}
            onChange={(next) => set(fact, next || undefined)}
          />
        );
      })}
    </div>
  );
}

interface AnswersProps extends Pick<FlowWalkProps, 'sample' | 'onSample'> {
  parts: readonly Expression[];
}

/** Whether each condition over fields holds for the sample ticket, which has none. */
function Answers({ parts, sample, onSample }: AnswersProps) {
  const { typeOf } = useFlowFields();
  return (
    <div className="facts">
      {parts.map((part) => {
        const key = JSON.stringify(part);
        const answer = sample.answers[key];
        const { [key]: _, ...rest } = sample.answers;
        return (
          <ChoiceProperty
            key={key}
            label={sentenceOf(part, typeOf)}
            pointer={`resposta:${key}`}
            problems={[]}
            value={answer === undefined ? '' : String(answer)}
            choices={ANSWERS}
            onChange={(next) =>
              onSample({ ...sample, answers: next === '' ? rest : { ...rest, [key]: next === 'true' } })
            }
          />
        );
      })}
    </div>
  );
}

const ANSWERS = [
  { value: '', label: 'Não se sabe' },
  { value: 'true', label: 'Sim' },
  { value: 'false', label: 'Não' },
];

const Walk = styled('section')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    '& h3': { margin: '0 0 4px', fontSize: 14, fontWeight: 600 },
    '& summary': { cursor: 'pointer', fontSize: 13, color: components.textoSecundario, padding: '4px 0' },
    '& .facts': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
      gap: 12,
      padding: '8px 0',
    },
    '& .trail': { margin: '4px 0 8px', fontSize: 13 },
    '& .trail span': { color: components.textoSecundario },
    '& .open': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontSize: 13 },
  };
});
